import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type Snapshot, readSnapshot } from "../../isomorphic/snapshot.ts"
import type { Listener } from "../kept/bell.ts"
import type { Change } from "../kept/declaration.ts"
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

/** What is visible while nothing is running: every transaction below the number. */
const below = (xid: number) => readSnapshot(`${xid}:${xid}:`) as Snapshot

let bell: Listener
beforeEach(() => {
  vi.useFakeTimers()
  bell = openStreams()
  bell.onHeard([], below(100), true)
})
afterEach(() => {
  closeStreams()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const product = "0b9c6f5e-2c1a-4d3b-8e7f-1a2b3c4d5e6f"
const listening = (more: Partial<Listening> = {}): Listening => ({
  topics: [{ kind: "product", id: product }],
  since: below(100),
  address: "203.0.113.7",
  who: null,
  signal: new AbortController().signal,
  ...more,
})
const far = new Date(8.64e15)
const ada = (more: Partial<Who> = {}): Who => ({
  person: "ada",
  endsAt: far,
  since: below(100),
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
      const [, event = "", data = ""] = /event: (\w+)\n(?:id: \S+\n)?data: (.*)\n\n/.exec(decoder.decode(chunk)) ?? []
      said.push({ event, data })
    }
  })()
  return { said, events: () => said.map(({ event }) => event).filter((event) => event !== "beat") }
}

const newsOf = ({ data }: Said) => JSON.parse(data) as { count: number; xids: string[] | null; spread: number }
const soon = () => vi.advanceTimersByTimeAsync(1)

const change = (what: string, more: Partial<Change> = {}): Change => ({
  what,
  product: null,
  booking: null,
  person: null,
  xid: 101n,
  ...more,
})

test("when all have to catch up at once, each is told to take its time, the more the more there are", async () => {
  const pages = Array.from({ length: 300 }, (_, index) =>
    listen(listening({ address: `2001:db8:0:${index.toString(16)}::1` })),
  )
  await soon()
  bell.onDeaf()
  bell.onHeard([], below(200), true)
  await soon()
  for (const { said } of pages) expect(said.map(({ event }) => event)).toEqual(["open", "changed"])
  expect(newsOf(pages[0]?.said[1] as Said)).toEqual({ count: 0, xids: null, spread: 3_000 })

  // Anyone who comes back to a process that has just started is one of many.
  const back = listen(listening({ since: below(150), address: "198.51.100.1" }))
  await soon()
  expect(newsOf(back.said[0] as Said).spread).toBe(5_000)
  // What changed for one page is no crowd.
  bell.onHeard([change("occupancy", { product, xid: 205n })], below(206), false)
  await soon()
  expect(newsOf(back.said[1] as Said)).toEqual({ count: 0, xids: ["205"], spread: 0 })
})

test("a page is told which transactions, and how many bookings", async () => {
  const desk = listen(listening({ topics: [{ kind: "bookings" }, { kind: "planning" }], who: ada() }))
  const events = [change("events", { booking: "b1", xid: 104n }), change("events", { booking: "b2", xid: 103n })]
  bell.onHeard([...events, change("occupancy", { product, xid: 102n })], below(105), false)
  await soon()
  expect(newsOf(desk.said[1] as Said)).toEqual({ count: 2, xids: ["104", "103", "102"], spread: 0 })
})

test("what is no booking's counts for nothing in the planning, which follows all the same", async () => {
  const planning = listen(listening({ topics: [{ kind: "planning" }], who: ada() }))
  bell.onHeard([change("occupancy", { product }), change("products", { product })], below(105), false)
  await soon()
  expect(planning.events()).toEqual(["open", "changed"])
  expect(newsOf(planning.said[1] as Said).count).toBe(0)
})

test("a page that is about to be read asks what has been committed by now", async () => {
  bell.onHung(() => {
    bell.onHeard([], below(120), false)
    return Promise.resolve(true)
  })
  expect(await askLiveSince()).toBe("120:120:")
  // And waits for no database that does not answer.
  bell.onHung(() => new Promise(() => undefined))
  const asked = askLiveSince()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await asked).toBe("120:120:")
})

test("a right that was lost between the reading of the session and the stream is asked for at once", async () => {
  bell.onHeard([change("sessions", { person: "ada", xid: 110n })], below(111), false)
  const mayStill = vi.fn<Who["mayStill"]>(() => Promise.resolve(null))
  const known = listen(listening({ who: ada({ since: below(111), mayStill }) }))
  await soon()
  expect([known.events(), mayStill.mock.calls.length]).toEqual([["open"], 0])
  const late = listen(listening({ since: null, who: ada({ since: below(105), mayStill }) }))
  await soon()
  expect([late.events(), mayStill.mock.calls.length]).toEqual([["open", "ended"], 1])
})

test("after the database was away people are asked for their rights before they are told, a few at a time", async () => {
  let [asked, atOnce, max] = [0, 0, 0]
  const who = (may: boolean, index: number) =>
    ada({
      person: `p${index}`,
      async mayStill() {
        max = Math.max(max, ++atOnce)
        asked++
        await new Promise((resolve) => setTimeout(resolve, 10))
        atOnce--
        return may ? far : null
      },
    })
  const pages = Array.from({ length: 20 }, (_, index) =>
    listen(listening({ address: "127.0.0.1", who: who(index > 0, index) })),
  )
  await soon()
  bell.onDeaf()
  bell.onHeard([], below(200), true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toBe(20)
  expect(max).toBeLessThanOrEqual(4)
  expect(pages.map(({ events }) => events().at(-1))).toEqual(["ended", ...Array.from({ length: 19 }, () => "changed")])
})

test("a session that was renewed keeps its stream beyond the end that was known, one that was not ends there", async () => {
  const endsAt = new Date(Date.now() + 60_000)
  const later = new Date(Date.now() + 600_000)
  const renewed = vi.fn<Who["mayStill"]>(() => Promise.resolve(Date.now() < later.getTime() ? later : null))
  const stays = listen(listening({ who: ada({ endsAt, mayStill: renewed }) }))
  const goes = listen(listening({ who: ada({ person: "bea", endsAt, mayStill: () => Promise.resolve(null) }) }))
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
  const tell = async (from: bigint, to: bigint) => {
    for (let xid = from; xid < to; xid++) {
      bell.onHeard([change("occupancy", { product, xid })], below(Number(xid)), false)
      await soon()
    }
  }
  await tell(101n, 161n)
  expect(countStreams()).toBe(2)
  await tell(161n, 171n)
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
  bell.onHeard(
    Array.from({ length: 20 }, (_, index) => change("sessions", { person: `p${index}` })),
    below(105),
    false,
  )
  await vi.advanceTimersByTimeAsync(10)
  expect(warned).toHaveBeenCalledTimes(1)
  expect(countStreams()).toBe(0)
})
