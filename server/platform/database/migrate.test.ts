import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { afterAll, beforeEach, expect, test, vi } from "vitest"
import { databaseForTest, type TestDatabase } from "../../../tests/harness/database.ts"
import {
  migrate,
  type Migration,
  MigrationProblem,
  findPendingMigrations,
  readEarlierMigrations,
  readMigrations,
  formerHashes,
} from "./migrate.ts"

let database: TestDatabase
const databases: TestDatabase[] = []

beforeEach(async () => {
  database = await databaseForTest()
  databases.push(database)
  await database.pool.query("drop schema public cascade; create schema public")
})
afterAll(async () => {
  for (const made of databases) await made.drop()
})

function file(name: string, sql: string, { isBreaking = false } = {}): Migration {
  return { name, sql, sha256: createHash("sha256").update(sql).digest("hex"), isBreaking }
}

const chairs = file("0001_chairs.sql", "create table chairs (id int); insert into chairs values (1), (2);")
const tables = file("0002_tables.sql", "create table tables (id int);")

async function count(table: string): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)
  return rows[0]?.n ?? -1
}

test("an up-to-date database is left alone", async () => {
  expect(await findPendingMigrations(database.pool, [chairs])).toEqual(["0001_chairs.sql"])
  expect(await migrate(database.pool, { migrations: [chairs] })).toEqual(["0001_chairs.sql"])
  expect(await migrate(database.pool, { migrations: [chairs] })).toEqual([])
  expect(await count("chairs")).toBe(2)
  expect(await findPendingMigrations(database.pool, [chairs, tables])).toEqual(["0002_tables.sql"])
})

test("several processes starting together migrate once", async () => {
  const names = await Promise.all(
    Array.from({ length: 8 }, () => migrate(database.pool, { migrations: [chairs, tables] })),
  )
  expect(names.flat().sort()).toEqual(["0001_chairs.sql", "0002_tables.sql"])
  expect(await count("chairs")).toBe(2)
})

test("a failing file leaves nothing behind, and the previous ones stay", async () => {
  const broken = file("0002_broken.sql", "create table lamps (id int); select 1 / 0;")
  await expect(migrate(database.pool, { migrations: [chairs, broken] })).rejects.toThrow(
    "0002_broken.sql could not be applied: division by zero",
  )
  expect(await findPendingMigrations(database.pool, [chairs, broken])).toEqual(["0002_broken.sql"])
  await expect(count("lamps")).rejects.toThrow("does not exist")
  expect(await migrate(database.pool, { migrations: [chairs, tables] })).toEqual(["0002_tables.sql"])
})

test("an edited migration that was already applied is refused", async () => {
  await migrate(database.pool, { migrations: [chairs] })
  const edited = file(chairs.name, `${chairs.sql} -- edited`)
  await expect(migrate(database.pool, { migrations: [edited] })).rejects.toThrow(MigrationProblem)
})

test("a shop that applied a migration before it was rewritten is a shop of this version", async () => {
  const migrations = await readEarlierMigrations()
  await migrate(database.pool, { migrations })
  for (const [name, sha256] of Object.entries(formerHashes)) {
    await database.pool.query("update schema_migrations set sha256 = $2 where name = $1", [name, sha256])
  }
  expect(await migrate(database.pool, { migrations })).toEqual([])
})

test("the version before starts on a database that a newer one has only added to", async () => {
  await migrate(database.pool, { migrations: [chairs, tables] })
  expect(await migrate(database.pool, { migrations: [chairs] })).toEqual([])
})

test("the version before is refused once a newer one has broken with it, which is announced before", async () => {
  const announce = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const breaking = file("0002_tables.sql", "drop table chairs;", { isBreaking: true })
  await migrate(database.pool, { migrations: [chairs], beforeBreaking: announce })
  expect(announce).not.toHaveBeenCalled()
  await migrate(database.pool, { migrations: [chairs, breaking], beforeBreaking: announce })
  expect(announce).toHaveBeenCalledOnce()
  await expect(migrate(database.pool, { migrations: [chairs] })).rejects.toThrow("newer version")
})

/** These take away what the version before reads or writes. */
const breaks = /\b(drop (table|column|view|function|domain|type)|rename|alter column \w+ (type|set not null))\b/i

test("a migration that takes something from the version before says so in its first line", async () => {
  expect(breaks.test("alter table chairs drop column legs")).toBe(true)
  expect(breaks.test("alter table chairs add column legs integer")).toBe(false)
  const silent = (await readMigrations()).filter(({ sql, isBreaking }) => breaks.test(sql) && !isBreaking)
  expect(silent.map(({ name }) => name)).toEqual([])
})

test.each([
  ["migrations", readMigrations],
  ["migrations/before-0.1", readEarlierMigrations],
])("a merged migration of %s keeps its name and its text, because shops have applied it", async (folder, read) => {
  const sums = await readFile(`${folder}/sha256sums.txt`, "utf8")
  // After a new migration run `npm run db -- checksum`, which must only add a line.
  expect((await read()).map(({ name, sha256 }) => `${sha256}  ${name}\n`).join("")).toBe(sums)
})

test("the product's own migrations are in order and complete an empty database", async () => {
  const own = await readMigrations()
  expect(own.length).toBeGreaterThan(0)
  expect(await migrate(database.pool)).toEqual(own.map((migration) => migration.name))
  expect(await findPendingMigrations(database.pool)).toEqual([])
})
