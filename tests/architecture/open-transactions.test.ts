import { globSync } from "node:fs"
import { expect, test } from "vitest"
import { readSources, secondConnections } from "./open-transactions.ts"

test("no transaction waits for a second connection", () => {
  expect(secondConnections(readSources(globSync("{server,seed}/**/*.ts")))).toEqual([])
})

const database = 'import { db, transaction } from "./platform/database.server.ts"\n'
const findOffences = (...texts: string[]) =>
  secondConnections(texts.map((text, index) => ({ file: `server/${"abc"[index]}.ts`, text })))

test.each([
  ["the pool itself", `${database}export const verb = () => transaction(async (tx) => db.select())`, ["db"]],
  [
    "a function of the same file, however it is called",
    `${database}const read = () => db.select()
     async function write(tx: Transaction) { await Promise.all([1].map(read)) }`,
    ["read → db"],
  ],
  [
    "a member of an object",
    `${database}const table = { read: () => db.select(), name: "" }
     async function write(tx: Transaction) { return table.name + table.read() }`,
    ["table.read → db"],
  ],
  [
    "a second transaction",
    `${database}const save = () => transaction(async (tx) => tx.insert())
     const all = (tx: Transaction) => save()`,
    ["save → transaction"],
  ],
  [
    "the pool where no executor is given",
    `${database}async function read(executor: Executor = db) { return executor.select() }
     async function write(tx: Transaction) { await read(tx); await read() }`,
    ["read → db"],
  ],
])("the rule rejects an offence: %s", (_, text, ways) => {
  expect(findOffences(text).map((line) => line.replace(/^server\/a\.ts:\d+: /, ""))).toEqual(ways)
})

test("the rule follows names across files, and names the line", () => {
  expect(
    findOffences(
      'import { total as sum } from "./b.ts"\nasync function write(tx: Transaction) {\n  return sum(tx)\n}',
      'import { read } from "./c.ts"\nexport async function total(executor: Executor) { return read() }',
      `${database}export async function read() { return db.select() }`,
    ),
  ).toEqual(["server/a.ts:3: sum → read → db"])
})

test("code before and after a transaction is free, and so is a name that is only mentioned", () => {
  const verb = `${database}const read = () => db.select()
    export async function verb() { await read(); await transaction(async (tx) => tx.db.read({ db: 1 })); return read() }
    function write(tx: Transaction, then: () => typeof db) { return then() }`
  expect(findOffences(verb)).toEqual([])
})
