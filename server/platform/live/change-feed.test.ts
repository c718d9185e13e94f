import { AsyncLocalStorage } from "node:async_hooks"
import { sql } from "drizzle-orm"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { db } from "../database.server.ts"
import { faqEntries } from "../schema/content.ts"
import { type ChangeFeed, startChangeFeed } from "./change-feed.ts"

let bell: ChangeFeed
let later = 0
const onChanges = vi.fn<() => void>()
const onDeaf = vi.fn<() => void>()

beforeEach(async () => {
  // Only the test polls.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  const now = performance.now.bind(performance)
  later = 0
  vi.spyOn(performance, "now").mockImplementation(() => now() + later)
  bell = startChangeFeed()
  bell.listen({ onChanges, onDisconnect: onDeaf })
  await vi.waitUntil(() => bell.refresh(), { timeout: 10_000 })
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

test("a change is received with the next poll", async () => {
  await change()
  later = 20_000
  await bell.refresh()
  expect(onChanges).toHaveBeenCalledOnce()
  expect(onDeaf).not.toHaveBeenCalled()
})

test("a process that has not polled for so long that changes may have been deleted declares itself deaf", async () => {
  await change()
  await db.execute(sql`delete from page_changes`)
  later = 31_000
  expect(await bell.refresh()).toBe(true)
  expect(onDeaf).toHaveBeenCalledOnce()
})

test("a listener runs outside the async context of the page that polled", async () => {
  const pages = new AsyncLocalStorage<string>()
  const contexts: (string | undefined)[] = []
  const other = startChangeFeed()
  other.listen({ onChanges: () => contexts.push(pages.getStore()), onDisconnect: () => undefined })
  await vi.waitUntil(() => other.refresh(), { timeout: 10_000 })
  await change()
  await pages.run("a page", other.refresh)
  expect(contexts).toEqual([undefined])
  await other.stop()
})
