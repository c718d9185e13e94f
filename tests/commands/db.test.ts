import { spawn } from "node:child_process"
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { databaseForTest, type TestDatabase } from "../harness/database.ts"

let folder = ""
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "guinguette-db-"))
  await cp("migrations", path.join(folder, "migrations"), { recursive: true })
  database = await databaseForTest()
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const command = path.resolve("bin/commands/db.ts")

function db(
  args: readonly string[],
  variables: Record<string, string> = { DATABASE_URL: database.url },
  typed = "",
): Promise<{ code: number | null; output: string }> {
  const env = { PATH: process.env["PATH"], DATA_DIR: path.join(folder, "data"), ...variables }
  const child = spawn(process.execPath, [command, ...args], { cwd: folder, env })
  let output = ""
  const append = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on("data", append)
  child.stderr.on("data", append)
  child.stdin.end(typed)
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output: output.trim() })))
}

async function countTables(): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    "select count(*)::int as n from pg_tables where schemaname = 'public'",
  )
  return rows[0]?.n ?? -1
}

test("the verbs are named when none is typed", async () => {
  const { code, output } = await db([])
  expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^Say what to do: npm run db -- url \|/) })
})

test("url prints the address alone, and needs a running embedded database", async () => {
  expect(await db(["url"])).toEqual({ code: 0, output: database.url })
  expect(await db(["url"], {})).toEqual({
    code: 1,
    output: "The embedded PostgreSQL has an address while it runs: start npm run dev first.",
  })
})

test("psql starts on the database with what else is typed, and its absence is one line", async () => {
  const program = path.join(folder, "psql")
  await writeFile(program, '#!/bin/sh\necho "$@"\n')
  await chmod(program, 0o755)
  const DATABASE_URL = database.url
  expect(await db(["psql", "-c", "select 1"], { DATABASE_URL, PATH: `${folder}:${process.env["PATH"]}` })).toEqual({
    code: 0,
    output: `${database.url} -c select 1`,
  })
  expect(await db(["psql"], { DATABASE_URL, PATH: path.join(folder, "nothing") })).toEqual({
    code: 1,
    output: "There is no psql on this machine: install PostgreSQL's client.",
  })
})

test("a database is emptied after a yes, and migrated again", async () => {
  const before = await countTables()
  expect(await db(["reset"])).toEqual({ code: 1, output: expect.stringContaining("Nothing was changed.") })
  expect(await db(["reset"], undefined, "no\n")).toEqual({ code: 1, output: expect.stringContaining("Nothing was") })
  expect(await countTables()).toBe(before)
  expect((await db(["reset"], undefined, "yes\n")).code).toBe(0)
  expect(await countTables()).toBe(0)
  expect((await db(["migrate"])).output).toMatch(/^Applied: \d{4}_/)
  expect(await countTables()).toBe(before)
  expect(await db(["migrate"])).toEqual({ code: 0, output: "Every migration was applied already" })
  expect((await db(["reset", "--yes"])).code).toBe(0)
  expect(await countTables()).toBe(0)
})

test.each(["db.example", "10.0.0.4", "localhost.example"])(
  "reset spares the machine %s without --yes",
  async (host) => {
    expect(await db(["reset"], { DATABASE_URL: `postgres://shop:hunter2@${host}/shop` }, "yes\n")).toEqual({
      code: 1,
      output: `The database is on ${host}, not on this machine. To empty it: npm run db -- reset --yes`,
    })
  },
)

test("a new migration has the next number, its first line and its checksum, which is written again", async () => {
  const sums = () => readFile(path.join(folder, "migrations/sha256sums.txt"), "utf8")
  const before = await sums()
  const lastNumber = Number(/ (\d{4})_\S+\n$/.exec(before)?.[1])
  await db(["migrate"])
  expect((await db(["new", "included_prints"])).code).toBe(0)
  const name = `${String(lastNumber + 1).padStart(4, "0")}_included_prints.sql`
  const file = path.join(folder, "migrations", name)
  expect(await readFile(file, "utf8")).toMatch(/^-- .+\n$/)
  const added = await sums()
  expect(added).toMatch(new RegExp(`[0-9a-f]{64} {2}${name}\n$`))
  expect(added.startsWith(before)).toBe(true)
  await writeFile(file, "-- A number of prints.\nselect 1;\n")
  expect((await db(["checksum"])).code).toBe(0)
  expect(await sums()).not.toBe(added)
  expect((await sums()).startsWith(before)).toBe(true)
  await writeFile(file, "-- breaking: the version before needs it.\nselect 1;\n")
  expect(await db(["migrate"])).toEqual({
    code: 1,
    output: "There is no way back from these migrations: npm start makes a backup before them.",
  })
  expect((await db(["new", "Not a name"])).output).toMatch(/^A migration's name has small letters, digits and _/)
})
