import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { ChangeFeed, Change, Listener } from "./change-feed.ts"
import { log } from "../log.ts"
import {
  type StreamRequest,
  type Subscriber,
  readLiveSince,
  closeStreams,
  countStreams,
  limits,
  openStream,
  openStreams,
} from "./streams.ts"

// The test triggers the bell by hand.

let bell: Listener
let ask: ChangeFeed["refresh"]
let since: number
beforeEach(async () => {
  vi.useFakeTimers()
  ask = () => Promise.resolve(true)
  openStreams({ listen: (listener) => (bell = listener), refresh: () => ask() })
  bell.onConnected?.()
  since = (await readLiveSince()) ?? 0
})
afterEach(() => {
  closeStreams()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const product = "0b9c6f5e-2c1a-4d3b-8e7f-1a2b3c4d5e6f"
const listening = (more: Partial<StreamRequest> = {}): StreamRequest => ({
  topics: [{ kind: "product", id: product }],
  since,
  address: "203.0.113.7",
  subscriber: null,
  signal: new AbortController().signal,
  ...more,
})
const far = new Date(8.64e15)
const ada = (more: Partial<Subscriber> = {}): Subscriber => ({
  person: "ada",
  endsAt: far,
  readSessionEnd: () => Promise.resolve(far),
  ...more,
})

type StreamMessage = { event: string; data: string }

function listen(subscription: StreamRequest): { messages: StreamMessage[]; events: () => string[] } {
  const response = openStream(subscription)
  if (!(response instanceof Response)) throw new Error(`There is no stream: ${response}`)
  const messages: StreamMessage[] = []
  void (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      const [, event = "", data = ""] = /event: (\w+)\ndata: (.*)\n\n/.exec(decoder.decode(chunk)) ?? []
      messages.push({ event, data })
    }
  })()
  return { messages, events: () => messages.map(({ event }) => event).filter((event) => event !== "beat") }
}

const soon = () => vi.advanceTimersByTimeAsync(1)

const change = (what: string, more: Partial<Change> = {}): Change => ({
  table: what,
  product: null,
  booking: null,
  person: null,
  ...more,
})

test("a page receives its changes, once for many at the same time", async () => {
  const [page, other] = [listen(listening()), listen(listening({ topics: [{ kind: "product", id: "other" }] }))]
  bell.onChanges([change("occupancy", { product }), change("product_options", { product })])
  await soon()
  expect([page.events(), other.events()]).toEqual([["open", "changed"], ["open"]])
})

test("a reconnected page learns whether it missed a change", async () => {
  bell.onChanges([change("occupancy", { product })])
  const behind = listen(listening())
  const readSince = listen(listening({ since: await readLiveSince() }))
  await soon()
  expect([behind.events(), readSince.events()]).toEqual([["open", "changed"], ["open"]])
  expect(Number(behind.messages[1]?.data)).toBeGreaterThan(since)
})

test("a page reloaded after its own act is newer than that act", async () => {
  const page = listen(listening())
  ask = () => {
    bell.onChanges([change("occupancy", { product })])
    return Promise.resolve(true)
  }
  const readAt = (await readLiveSince()) ?? 0
  await soon()
  expect(Number(page.messages[1]?.data)).toBeLessThan(readAt)
})

test("a mass catch-up is spread over five seconds", async () => {
  const pages = Array.from({ length: 300 }, (_, index) =>
    listen(listening({ address: `2001:db8:0:${index.toString(16)}::1` })),
  )
  bell.onDisconnect()
  bell.onConnected?.()
  // A client of a process that has just started is one of many.
  pages.push(listen(listening({ address: "198.51.100.1" })))
  await vi.advanceTimersByTimeAsync(2_500)
  const notifiedCount = pages.filter(({ events }) => events().includes("changed")).length
  expect(notifiedCount).toBeGreaterThan(50)
  expect(notifiedCount).toBeLessThan(250)
  await vi.advanceTimersByTimeAsync(2_500)
  for (const { events } of pages) expect(events().slice(0, 2)).toEqual(["open", "changed"])
})

test("a page about to load does not wait for an unreachable database", async () => {
  ask = () => new Promise(() => undefined)
  const reading = readLiveSince()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await reading).toBeGreaterThan(since)
  bell.onDisconnect()
  ask = () => Promise.resolve(false)
  expect(await readLiveSince()).toBeNull()
})

test("rights that ended before the stream opened close it before it sends anything", async () => {
  bell.onChanges([change("occupancy", { product })])
  const page = listen(listening({ subscriber: ada({ readSessionEnd: () => Promise.resolve(null) }) }))
  await soon()
  expect(page.events()).toEqual(["open", "ended"])
})

test("people's rights are checked again after an outage, a few at a time, before they receive changes", async () => {
  let [checks, atOnce, max] = [0, 0, 0]
  let away = false
  const subscriber = (may: boolean, index: number) =>
    ada({
      person: `p${index}`,
      async readSessionEnd() {
        max = Math.max(max, ++atOnce)
        checks++
        await new Promise((resolve) => setTimeout(resolve, 10))
        atOnce--
        return may || !away ? far : null
      },
    })
  const pages = Array.from({ length: 20 }, (_, index) =>
    listen(listening({ address: "127.0.0.1", subscriber: subscriber(index > 0, index) })),
  )
  await vi.advanceTimersByTimeAsync(1_000)
  ;[checks, away] = [0, true]
  bell.onDisconnect()
  bell.onConnected?.()
  await vi.advanceTimersByTimeAsync(6_000)
  expect(checks).toBe(20)
  expect(max).toBeLessThanOrEqual(4)
  expect(pages.map(({ events }) => events().at(-1))).toEqual(["ended", ...Array.from({ length: 19 }, () => "changed")])
})

test("a stream outlives the known end of a renewed session, and closes with an unrenewed one", async () => {
  const endsAt = new Date(Date.now() + 60_000)
  const later = new Date(Date.now() + 600_000)
  const renewed = vi.fn<Subscriber["readSessionEnd"]>(() =>
    Promise.resolve(Date.now() < later.getTime() ? later : null),
  )
  const stays = listen(listening({ subscriber: ada({ endsAt, readSessionEnd: renewed }) }))
  const notRenewed = () => Promise.resolve(Date.now() < endsAt.getTime() ? endsAt : null)
  const goes = listen(listening({ subscriber: ada({ person: "bea", endsAt, readSessionEnd: notRenewed }) }))
  await vi.advanceTimersByTimeAsync(59_000)
  expect([stays.events(), goes.events()]).toEqual([["open"], ["open"]])
  await vi.advanceTimersByTimeAsync(61_000)
  expect([stays.events(), goes.events()]).toEqual([["open"], ["open", "ended"]])
  expect(renewed).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(stays.events()).toEqual(["open", "ended"])
})

test("a person with too many open pages loses the oldest, not the current one", async () => {
  const pages = Array.from({ length: limits.perPerson }, () =>
    listen(listening({ address: "127.0.0.1", subscriber: ada() })),
  )
  const one = listen(listening({ address: "127.0.0.1", subscriber: ada() }))
  await soon()
  expect(pages[0]?.messages).toEqual([
    { event: "open", data: "" },
    { event: "later", data: "60" },
  ])
  expect([pages[1]?.events(), one.events(), countStreams()]).toEqual([["open"], ["open"], limits.perPerson])
})

test("a client that reads nothing is disconnected", async () => {
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

test("an outage of the database is one line in the log, however many pages listen", async () => {
  vi.advanceTimersByTime(120_000)
  const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined)
  for (let index = 0; index < 20; index++) {
    const readSessionEnd = () => Promise.reject(new Error("away"))
    listen(listening({ address: "127.0.0.1", subscriber: ada({ person: `p${index}`, readSessionEnd }) }))
  }
  bell.onChanges(Array.from({ length: 20 }, (_, index) => change("sessions", { person: `p${index}` })))
  await vi.advanceTimersByTimeAsync(10)
  expect(warned).toHaveBeenCalledTimes(1)
  expect(countStreams()).toBe(0)
})
