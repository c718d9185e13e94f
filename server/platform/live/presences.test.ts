import { beforeEach, expect, test } from "vitest"
import { makeAdministrator } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { pool } from "../database.server.ts"
import { recordPresence } from "./presences.ts"

type Person = Awaited<ReturnType<typeof makeAdministrator>>
let louise: Person
let nora: Person

beforeEach(async () => {
  await freshDatabase()
  ;[louise, nora] = [await makeAdministrator("Louise"), await makeAdministrator("Nora")]
})

const tab = (number: number) => String(number).padStart(32, "0")
const say = (person: Person, number: number, ...places: string[]) =>
  recordPresence({ tab: tab(number), places, person: person.id })

test("two people with the same record open see each other, and nobody else does", async () => {
  expect(await say(louise, 1, "booking:7", "faq:1")).toEqual([])
  expect(await say(nora, 2, "booking:8")).toEqual([])
  expect(await say(nora, 2, "booking:7")).toEqual(["Louise"])
  expect(await say(louise, 1, "booking:7")).toEqual(["Nora"])
  // Leaving is final: Nora's page shows another record now.
  expect(await say(nora, 2, "faq:1")).toEqual([])
  expect(await say(louise, 1, "booking:7")).toEqual([])
})

test("a person's second tab does not count, and leaving is immediate", async () => {
  await say(louise, 1, "product:1")
  expect(await say(louise, 2, "product:1")).toEqual([])
  expect(await say(nora, 3, "product:1")).toEqual(["Louise"])
  await say(louise, 1)
  expect(await say(nora, 3, "product:1")).toEqual(["Louise"])
  await say(louise, 2)
  expect(await say(nora, 3, "product:1")).toEqual([])
})

test("a silent person disappears after twelve seconds, and is deleted after a minute", async () => {
  const passed = (seconds: number) =>
    pool.query(`update presences set seen_at = now() - $1 * interval '1 second' where tab = $2`, [seconds, tab(1)])
  await say(louise, 1, "finance")
  await passed(11)
  expect(await say(nora, 2, "finance")).toEqual(["Louise"])
  await passed(13)
  expect(await say(nora, 2, "finance")).toEqual([])
  await passed(61)
  await say(nora, 2, "finance")
  expect((await pool.query("select from presences")).rowCount).toBe(1)
})

test("concurrent reports are all recorded", async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => say(index % 2 ? louise : nora, index, "site-config", "finance")),
  )
  expect((await pool.query("select from presences")).rowCount).toBe(40)
  expect(await say(nora, 0, "site-config")).toEqual(["Louise"])
})
