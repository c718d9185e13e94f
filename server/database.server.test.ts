import { sql } from "drizzle-orm"
import { afterAll, beforeEach, expect, test } from "vitest"
import { freshDatabase } from "../tests/harness/database.ts"
import {
  type Executor,
  type Transaction,
  db,
  inOneFlight,
  pool,
  readTogether,
  together,
  transaction,
} from "./database.server.ts"
import { databaseErrorCode, isConnectionLost, isUniqueViolation, refusalIn } from "./database/failures.ts"
import { preparedSql } from "./database/prepared.ts"

beforeEach(async () => {
  await freshDatabase()
  await pool.query("create table chairs (id int primary key, seats int not null default 0, day date, days date[])")
})
afterAll(async () => {
  await freshDatabase()
})

test("a day is the string that was written, alone and in a list", async () => {
  await pool.query(
    "insert into chairs (id, day, days) values (1, '2027-03-28', array['2027-10-31', '2028-02-29']::date[])",
  )
  const { rows } = await pool.query("select day, days, count(*) over () as n, 9007199254740993 as big from chairs")
  expect(rows).toEqual([{ day: "2027-03-28", days: ["2027-10-31", "2028-02-29"], n: 1, big: "9007199254740993" }])
})

test("a row refused by a unique constraint is recognised through Drizzle's wrapping, by constraint", async () => {
  await db.execute(sql`insert into chairs (id) values (1)`)
  const error = await db.execute(sql`insert into chairs (id) values (1)`).catch((thrown: unknown) => thrown)
  expect(isUniqueViolation(error)).toBe(true)
  expect(isUniqueViolation(error, "chairs_pkey")).toBe(true)
  expect(isUniqueViolation(error, "tables_pkey")).toBe(false)
  expect(isUniqueViolation(new Error("chairs_pkey"))).toBe(false)
})

test("two transactions that take the same rows in opposite order both succeed", async () => {
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
      // Only the first two attempts wait for each other: they are the deadlock.
      if (seated === 2) met()
      await both
      await tx.execute(sql`update chairs set seats = seats + 1 where id = ${second}`)
    })
  await Promise.all([sit(1, 2), sit(2, 1)])
  expect(attempts).toBeGreaterThan(2)
  expect((await pool.query("select seats from chairs order by id")).rows).toEqual([{ seats: 2 }, { seats: 2 }])
})

test("without retries the loser of a deadlock is told so", async () => {
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

test("what a transaction wrote before it failed is gone", async () => {
  const failing = transaction(async (tx) => {
    await tx.execute(sql`insert into chairs (id) values (7)`)
    throw new Error("no more chairs")
  })
  await expect(failing).rejects.toThrow("no more chairs")
  expect((await pool.query("select 1 from chairs")).rowCount).toBe(0)
})

test("every connection may be cut: resting ones go unnoticed, one in a transaction fails alone", async () => {
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

type Desk = { client: { connection: { stream: { destroy(): void } } } }

const sit = (tx: Transaction, id: number) => tx.execute(sql`insert into chairs (id) values (${id})`).execute()

test("statements sent together are done in their order; of those that fail because another did, that other is told", async () => {
  await pool.query("insert into chairs (id) values (1)")
  const counted = await transaction(async (tx) => {
    const count = () => tx.execute<{ n: number }>(sql`select count(*) as n from chairs`).execute()
    const [before, , after] = await together(count(), sit(tx, 2), count())
    return [before.rows[0]?.n, after.rows[0]?.n]
  })
  expect(counted).toEqual([1, 2])
  const late = Promise.withResolvers<void>()
  const failing = transaction((tx) =>
    // The first of them is asked for only when the second has failed.
    together(
      late.promise.then(() => sit(tx, 5)),
      sit(tx, 1).finally(() => late.resolve()),
      sit(tx, 3),
    ),
  )
  expect(isUniqueViolation(await failing.catch((thrown: unknown) => thrown), "chairs_pkey")).toBe(true)
  expect((await pool.query("select id from chairs order by id")).rows).toEqual([{ id: 1 }, { id: 2 }])
})

test("a transaction that goes on as if nothing had failed in it is not told to be kept", async () => {
  await pool.query("insert into chairs (id) values (1)")
  const swallowing = transaction(async (tx) => {
    await sit(tx, 2)
    await sit(tx, 1).catch(() => undefined)
  })
  await expect(swallowing).rejects.toThrow("a statement failed")
  expect((await pool.query("select id from chairs")).rows).toEqual([{ id: 1 }])
})

test("a transaction whose connection had gone before it began is done on another", async () => {
  let tries = 0
  const done = transaction(async (tx) => {
    if (++tries === 1) {
      const { client } = Reflect.get(tx._.session, "client") as Desk
      client.connection.stream.destroy()
    }
    await sit(tx, 4)
  })
  await expect(done).resolves.toBeUndefined()
  expect(tries).toBe(2)
})

test("of statements that leave in one flight with BEGIN and COMMIT all are kept, or none, by the failure of the first that fails", async () => {
  const write = (ids: readonly number[]) =>
    inOneFlight((tx) => ids.map((id) => tx.execute(sql`insert into chairs (id) values (${id})`).then(() => id)))
  expect(await write([1, 2])).toEqual([1, 2])
  const failure = await write([3, 1, 4]).catch((thrown: unknown) => thrown)
  expect(isUniqueViolation(failure, "chairs_pkey")).toBe(true)
  expect((await pool.query("select id from chairs order by id")).rows).toEqual([{ id: 1 }, { id: 2 }])
})

test("of such a flight nothing is kept when one of its statements could not be written down", async () => {
  const flight = inOneFlight((tx) => [
    tx.execute(sql`insert into chairs (id) values (1)`).then(() => 1),
    Promise.reject(new Error("No value was given")),
  ])
  await expect(flight).rejects.toThrow("No value was given")
  expect((await pool.query("select id from chairs")).rows).toEqual([])
})

test("a statement that is prepared behind one that fails is prepared by the next flight", async () => {
  const named = preparedSql<{ n: number }>("chairs_counted", () => sql`select count(*) as n from chairs`)
  for (const failing of [true, false, false]) {
    const flight = inOneFlight((tx) => [
      tx.execute(failing ? sql`select 1 / 0` : sql`select 1`).execute(),
      named(tx)
        .execute()
        .then(({ rows }) => rows),
    ])
    const [, rows] = await flight.catch(() => [null, "division by zero"] as const)
    expect(rows).toEqual(failing ? "division by zero" : [{ n: 0 }])
  }
})

test("what is read together is read whole or not at all, and what one reading asks then is asked alone", async () => {
  await pool.query("insert into chairs (id) values (1)")
  const count = (executor: Executor) => executor.execute<{ n: number }>(sql`select count(*) as n from chairs`)
  const [one, twice] = await readTogether((executor) => [
    count(executor).then(({ rows }) => rows),
    count(executor).then(async () => (await count(executor)).rows),
  ])
  expect([one, twice]).toEqual([[{ n: 1 }], [{ n: 1 }]])
  const failing = readTogether((executor) => [executor.execute(sql`select 1 / 0`).execute(), count(executor).execute()])
  expect(databaseErrorCode(await failing.catch((thrown: unknown) => thrown))).toBe("22012")
  expect((await readTogether((executor) => [count(executor).execute()]))[0].rows).toEqual([{ n: 1 }])
})

test("a statement that comes when its transaction has left is not done outside of it", async () => {
  let late: Promise<unknown> = Promise.resolve()
  await inOneFlight((tx) => {
    const first = tx.execute(sql`select 1`).execute()
    late = first.then(() => sit(tx, 1))
    late.catch(() => undefined)
    return [first]
  })
  await expect(late).rejects.toThrow()
  expect((await pool.query("select id from chairs")).rows).toEqual([])
})

test("a flight whose connection goes is told so, and the next one has another", async () => {
  await pool.query("insert into chairs (id) values (1)")
  const cut = inOneFlight((tx) => [
    tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`).execute(),
    sit(tx, 2),
  ])
  expect(isConnectionLost(await cut.catch((thrown: unknown) => thrown))).toBe(true)
  await inOneFlight((tx) => [sit(tx, 3)])
  expect((await pool.query("select id from chairs order by id")).rows).toEqual([{ id: 1 }, { id: 3 }])
})

test("what a statement refuses is told with its facts", async () => {
  const flight = inOneFlight((tx) => [
    tx.execute(sql`insert into chairs (id) values (1)`).then(() => 1),
    tx.execute(sql`select refuse('full', jsonb_build_object('seats', 3))`).then(() => 2),
  ])
  expect(refusalIn(await flight.catch((thrown: unknown) => thrown))).toEqual({ reason: "full", facts: { seats: 3 } })
  expect(refusalIn(new Error("full"))).toBeNull()
  expect((await pool.query("select id from chairs")).rows).toEqual([])
})
