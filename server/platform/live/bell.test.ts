import { AsyncLocalStorage } from "node:async_hooks"
import { sql } from "drizzle-orm"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { db } from "../database.server.ts"
import { faqEntries } from "../schema/content.ts"
import { type Bell, startBell } from "./bell.ts"

let bell: Bell
let later = 0
const onChanges = vi.fn<() => void>()
const onDeaf = vi.fn<() => void>()

beforeEach(async () => {
  // Nobody asks but the test.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  const now = performance.now.bind(performance)
  later = 0
  vi.spyOn(performance, "now").mockImplementation(() => now() + later)
  bell = startBell()
  bell.listen({ onChanges, onDeaf })
  await vi.waitUntil(() => bell.ask(), { timeout: 10_000 })
  onChanges.mockClear()
  onDeaf.mockClear()
})

afterEach(async () => {
  await bell.stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function change(): Promise<void> {
  await db
    .insert(faqEntries)
    .values({ slug: `nuit-${later}-${Date.now()}`, theme: "Matériel", question: "Et la nuit ?", answer: "Aussi." })
}

test("a change is heard with the next question", async () => {
  await change()
  later = 20_000
  await bell.ask()
  expect(onChanges).toHaveBeenCalledOnce()
  expect(onDeaf).not.toHaveBeenCalled()
})

test("a process that has not asked for so long that another may have removed the change takes itself for deaf", async () => {
  await change()
  await db.execute(sql`delete from page_changes`)
  later = 31_000
  expect(await bell.ask()).toBe(true)
  expect(onDeaf).toHaveBeenCalledOnce()
})

test("a listener runs outside the page whose question it answers", async () => {
  const pages = new AsyncLocalStorage<string>()
  const heardIn: (string | undefined)[] = []
  const other = startBell()
  other.listen({ onChanges: () => heardIn.push(pages.getStore()), onDeaf: () => undefined })
  await vi.waitUntil(() => other.ask(), { timeout: 10_000 })
  await change()
  await pages.run("a page", other.ask)
  expect(heardIn).toEqual([undefined])
  await other.stop()
})
