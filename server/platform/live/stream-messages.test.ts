import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { Bell, Change, Listener } from "./bell.ts"
import { log } from "../log.ts"
import {
  type Listening,
  type Who,
  askLiveSince,
  closeStreams,
  countStreams,
  limits,
  openStream,
  openStreams,
} from "./streams.ts"

// What streams say, with a bell that the test rings by hand.

let bell: Listener
let ask: Bell["ask"]
let since: number
beforeEach(async () => {
  vi.useFakeTimers()
  ask = () => Promise.resolve(true)
  openStreams({ listen: (listener) => (bell = listener), ask: () => ask() })
  bell.onConnected?.()
  since = (await askLiveSince()) ?? 0
})
afterEach(() => {
  closeStreams()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const product = "0b9c6f5e-2c1a-4d3b-8e7f-1a2b3c4d5e6f"
const listening = (more: Partial<Listening> = {}): Listening => ({
  topics: [{ kind: "product", id: product }],
  since,
  address: "203.0.113.7",
  who: null,
  signal: new AbortController().signal,
  ...more,
})
const far = new Date(8.64e15)
const ada = (more: Partial<Who> = {}): Who => ({
  person: "ada",
  endsAt: far,
  mayStill: () => Promise.resolve(far),
  ...more,
})

type Said = { event: string; data: string }

/** A page that listens: what it was told. */
function listen(given: Listening): { said: Said[]; events: () => string[] } {
  const response = openStream(given)
  if (!(response instanceof Response)) throw new Error(`There is no stream: ${response}`)
  const said: Said[] = []
  void (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      const [, event = "", data = ""] = /event: (\w+)\ndata: (.*)\n\n/.exec(decoder.decode(chunk)) ?? []
      said.push({ event, data })
    }
  })()
  return { said, events: () => said.map(({ event }) => event).filter((event) => event !== "beat") }
}

const soon = () => vi.advanceTimersByTimeAsync(1)

const change = (what: string, more: Partial<Change> = {}): Change => ({
  what,
  product: null,
  booking: null,
  person: null,
  ...more,
})

test("pages are told of a change of theirs, once for many changes at once", async () => {
  const [page, other] = [listen(listening()), listen(listening({ topics: [{ kind: "product", id: "other" }] }))]
  bell.onChanges([change("occupancy", { product }), change("product_options", { product })])
  await soon()
  expect([page.events(), other.events()]).toEqual([["open", "changed"], ["open"]])
})

test("a page that comes back is told whether it missed something", async () => {
  bell.onChanges([change("occupancy", { product })])
  const behind = listen(listening())
  const readSince = listen(listening({ since: await askLiveSince() }))
  await soon()
  expect([behind.events(), readSince.events()]).toEqual([["open", "changed"], ["open"]])
  expect(Number(behind.said[1]?.data)).toBeGreaterThan(since)
})

test("a page that was just read after its own act is newer than that act", async () => {
  const page = listen(listening())
  ask = () => {
    bell.onChanges([change("occupancy", { product })])
    return Promise.resolve(true)
  }
  const readAt = (await askLiveSince()) ?? 0
  await soon()
  expect(Number(page.said[1]?.data)).toBeLessThan(readAt)
})

test("when all have to catch up at once they are told within five seconds, not all at the same moment", async () => {
  const pages = Array.from({ length: 300 }, (_, index) =>
    listen(listening({ address: `2001:db8:0:${index.toString(16)}::1` })),
  )
  bell.onDeaf()
  bell.onConnected?.()
  // Whoever comes back to a process that has just started is one of many.
  pages.push(listen(listening({ address: "198.51.100.1" })))
  await vi.advanceTimersByTimeAsync(2_500)
  const told = pages.filter(({ events }) => events().includes("changed")).length
  expect(told).toBeGreaterThan(50)
  expect(told).toBeLessThan(250)
  await vi.advanceTimersByTimeAsync(2_500)
  for (const { events } of pages) expect(events().slice(0, 2)).toEqual(["open", "changed"])
})

test("a page that is about to be read waits for no database that does not answer", async () => {
  ask = () => new Promise(() => undefined)
  const asked = askLiveSince()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await asked).toBeGreaterThan(since)
  bell.onDeaf()
  ask = () => Promise.resolve(false)
  expect(await askLiveSince()).toBeNull()
})

test("rights that ended between the reading of the session and the stream end it before anything is told", async () => {
  bell.onChanges([change("occupancy", { product })])
  const page = listen(listening({ who: ada({ mayStill: () => Promise.resolve(null) }) }))
  await soon()
  expect(page.events()).toEqual(["open", "ended"])
})

test("after the database was away people are asked for their rights before they are told, a few at a time", async () => {
  let [asked, atOnce, max] = [0, 0, 0]
  let away = false
  const who = (may: boolean, index: number) =>
    ada({
      person: `p${index}`,
      async mayStill() {
        max = Math.max(max, ++atOnce)
        asked++
        await new Promise((resolve) => setTimeout(resolve, 10))
        atOnce--
        return may || !away ? far : null
      },
    })
  const pages = Array.from({ length: 20 }, (_, index) =>
    listen(listening({ address: "127.0.0.1", who: who(index > 0, index) })),
  )
  await vi.advanceTimersByTimeAsync(1_000)
  ;[asked, away] = [0, true]
  bell.onDeaf()
  bell.onConnected?.()
  await vi.advanceTimersByTimeAsync(6_000)
  expect(asked).toBe(20)
  expect(max).toBeLessThanOrEqual(4)
  expect(pages.map(({ events }) => events().at(-1))).toEqual(["ended", ...Array.from({ length: 19 }, () => "changed")])
})

test("a session that was renewed keeps its stream beyond the end that was known, one that was not ends there", async () => {
  const endsAt = new Date(Date.now() + 60_000)
  const later = new Date(Date.now() + 600_000)
  const renewed = vi.fn<Who["mayStill"]>(() => Promise.resolve(Date.now() < later.getTime() ? later : null))
  const stays = listen(listening({ who: ada({ endsAt, mayStill: renewed }) }))
  const notRenewed = () => Promise.resolve(Date.now() < endsAt.getTime() ? endsAt : null)
  const goes = listen(listening({ who: ada({ person: "bea", endsAt, mayStill: notRenewed }) }))
  await vi.advanceTimersByTimeAsync(59_000)
  expect([stays.events(), goes.events()]).toEqual([["open"], ["open"]])
  await vi.advanceTimersByTimeAsync(61_000)
  expect([stays.events(), goes.events()]).toEqual([["open"], ["open", "ended"]])
  expect(renewed).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(stays.events()).toEqual(["open", "ended"])
})

test("whoever has too many pages open loses the one that was opened first, not the one that they look at", async () => {
  const pages = Array.from({ length: limits.ofPerson }, () => listen(listening({ address: "127.0.0.1", who: ada() })))
  const one = listen(listening({ address: "127.0.0.1", who: ada() }))
  await soon()
  expect(pages[0]?.said).toEqual([
    { event: "open", data: "" },
    { event: "later", data: "60" },
  ])
  expect([pages[1]?.events(), one.events(), countStreams()]).toEqual([["open"], ["open"], limits.ofPerson])
})

test("whoever reads nothing of what they are sent is let go", async () => {
  openStream(listening())
  const reads = listen(listening())
  const tell = async (times: number) => {
    for (let time = 0; time < times; time++) {
      bell.onChanges([change("occupancy", { product })])
      await soon()
    }
  }
  await tell(60)
  expect(countStreams()).toBe(2)
  await tell(10)
  expect(countStreams()).toBe(1)
  expect(reads.events()).toHaveLength(71)
})

test("a database that is away is one line in the log, however many listen", async () => {
  vi.advanceTimersByTime(120_000)
  const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined)
  for (let index = 0; index < 20; index++) {
    const mayStill = () => Promise.reject(new Error("away"))
    listen(listening({ address: "127.0.0.1", who: ada({ person: `p${index}`, mayStill }) }))
  }
  bell.onChanges(Array.from({ length: 20 }, (_, index) => change("sessions", { person: `p${index}` })))
  await vi.advanceTimersByTimeAsync(10)
  expect(warned).toHaveBeenCalledTimes(1)
  expect(countStreams()).toBe(0)
})
