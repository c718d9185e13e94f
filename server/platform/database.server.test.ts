import { sql } from "drizzle-orm"
import { afterAll, beforeEach, expect, test } from "vitest"
import { freshDatabase } from "../../tests/harness/database.ts"
import { type Transaction, db, pool, transaction } from "./database.server.ts"
import { databaseErrorCode, isUniqueViolation } from "./database/failures.ts"

beforeEach(async () => {
  await freshDatabase()
  await pool.query("create table chairs (id int primary key, seats int not null default 0, day date, days date[])")
})
afterAll(async () => {
  await freshDatabase()
})

test("a day is read as the string that was written, alone and in a list", async () => {
  await pool.query(
    "insert into chairs (id, day, days) values (1, '2027-03-28', array['2027-10-31', '2028-02-29']::date[])",
  )
  const { rows } = await pool.query("select day, days, count(*) over () as n, 9007199254740993 as big from chairs")
  expect(rows).toEqual([{ day: "2027-03-28", days: ["2027-10-31", "2028-02-29"], n: 1, big: "9007199254740993" }])
})

test("a connection gives up a statement after 15 seconds and an idle transaction after 30", async () => {
  const { rows } = await pool.query(
    "select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle",
  )
  expect(rows).toEqual([{ statement: "15s", idle: "30s" }])
})

test("a row refused by a unique constraint is recognised through Drizzle's wrapping, by constraint", async () => {
  await db.execute(sql`insert into chairs (id) values (1)`)
  const error = await db.execute(sql`insert into chairs (id) values (1)`).catch((thrown: unknown) => thrown)
  expect(isUniqueViolation(error)).toBe(true)
  expect(isUniqueViolation(error, "chairs_pkey")).toBe(true)
  expect(isUniqueViolation(error, "tables_pkey")).toBe(false)
  expect(isUniqueViolation(new Error("chairs_pkey"))).toBe(false)
})

test("two transactions locking the same rows in opposite order both succeed", async () => {
  await pool.query("insert into chairs (id) values (1), (2)")
  let attempts = 0
  let seated = 0
  let met: () => void = () => undefined
  const both = new Promise<void>((resolve) => (met = resolve))
  const sit = (first: number, second: number) =>
    transaction(async (tx) => {
      attempts++
      await tx.execute(sql`update chairs set seats = seats + 1 where id = ${first}`)
      seated++
      // Only the first two attempts wait for each other, which makes the deadlock.
      if (seated === 2) met()
      await both
      await tx.execute(sql`update chairs set seats = seats + 1 where id = ${second}`)
    })
  await Promise.all([sit(1, 2), sit(2, 1)])
  expect(attempts).toBeGreaterThan(2)
  expect((await pool.query("select seats from chairs order by id")).rows).toEqual([{ seats: 2 }, { seats: 2 }])
})

test("the loser of a deadlock fails without retries", async () => {
  await pool.query("insert into chairs (id) values (1), (2)")
  let arrived = 0
  let met: () => void = () => undefined
  const both = new Promise<void>((resolve) => (met = resolve))
  const sit = (first: number, second: number) =>
    transaction(
      async (tx) => {
        await tx.execute(sql`update chairs set seats = seats + 1 where id = ${first}`)
        if (++arrived === 2) met()
        await both
        await tx.execute(sql`update chairs set seats = seats + 1 where id = ${second}`)
      },
      { retries: 0 },
    )
  const outcomes = await Promise.allSettled([sit(1, 2), sit(2, 1)])
  const lost = outcomes.find((outcome) => outcome.status === "rejected")
  expect(databaseErrorCode(lost?.reason)).toBe("40P01")
})

test("the writes of a failed transaction are rolled back", async () => {
  const failing = transaction(async (tx) => {
    await tx.execute(sql`insert into chairs (id) values (7)`)
    throw new Error("no more chairs")
  })
  await expect(failing).rejects.toThrow("no more chairs")
  expect((await pool.query("select 1 from chairs")).rowCount).toBe(0)
})

test("any connection may be cut: idle ones recover unnoticed, one in a transaction fails alone", async () => {
  await Promise.all(Array.from({ length: 4 }, () => pool.query("select pg_sleep(0.02)")))
  const cut = transaction(async (tx) => {
    await tx.execute(sql`insert into chairs (id) values (8)`)
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    )
    await tx.execute(sql`insert into chairs (id) values (9)`)
  })
  await expect(cut).rejects.toThrow()
  const after = await transaction((tx) => tx.execute(sql`select count(*) as n from chairs`))
  expect(after.rows).toEqual([{ n: 0 }])
})

const sit = (tx: Transaction, id: number) => tx.execute(sql`insert into chairs (id) values (${id})`)

test("concurrent statements run in their order", async () => {
  const counted = await transaction(async (tx) => {
    const count = () => tx.execute<{ n: number }>(sql`select count(*) as n from chairs`)
    const [before, , after] = await Promise.all([count(), sit(tx, 2), count()])
    return [before.rows[0]?.n, after.rows[0]?.n]
  })
  expect(counted).toEqual([0, 1])
})

test("a transaction that swallows a failed statement is not committed", async () => {
  await pool.query("insert into chairs (id) values (1)")
  const swallowing = transaction(async (tx) => {
    await sit(tx, 2)
    await sit(tx, 1).catch(() => undefined)
  })
  await expect(swallowing).rejects.toThrow("a statement failed")
  expect((await pool.query("select id from chairs")).rows).toEqual([{ id: 1 }])
})

test("a transaction whose connection was lost before its start runs on another", async () => {
  let tries = 0
  const done = transaction(async (tx) => {
    if (++tries === 1) {
      tx.$client.connection.stream.destroy()
    }
    await sit(tx, 4)
  })
  await expect(done).resolves.toBeUndefined()
  expect(tries).toBe(2)
})
