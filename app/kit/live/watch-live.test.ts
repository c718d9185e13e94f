import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { watchLive } from "./watch-live.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server: each connection waits for what the test answers. */
function listening({ visible = true } = {}) {
  const asked: { address: string; signal: AbortSignal; answer: (response: Response | Error) => void }[] = []
  const news: number[] = []
  let ended = 0
  const state = { visible, since: 7 }
  const watch = watchLive({
    topics: ["product.a", "cart"],
    since: () => state.since,
    open: (address, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason))
        asked.push({ address, signal, answer: (given) => (given instanceof Error ? reject(given) : resolve(given)) })
      }),
    isVisible: () => state.visible,
    onChanged: (at) => news.push(at),
    onEnded: () => ended++,
  })
  return { asked, news, state, watch, last: () => asked.at(-1), ended: () => ended }
}

function stream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) })
  return {
    response: new Response(body, { headers: { "content-type": "text/event-stream; charset=utf-8" } }),
    say: async (text: string) => {
      controller?.enqueue(new TextEncoder().encode(text))
      await vi.advanceTimersByTimeAsync(0)
    },
    end: async () => {
      controller?.close()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test("it asks for what the page listens to, and says what the page has seen", () => {
  const { watch, last } = listening()
  watch.look()
  expect(last()?.address).toBe("/api/live?topics=product.a%2Ccart&since=7")
  watch.stop()
  expect(last()?.signal.aborted).toBe(true)
})

test("what changed is told, however the pieces come", async () => {
  const { watch, last, news } = listening()
  watch.look()
  const { response, say } = stream()
  last()?.answer(response)
  await say("event: open\ndata: \n\nevent: chan")
  await say("ged\ndata: 9\n\n")
  expect(news).toEqual([9])
  watch.stop()
})

test("after a cut it comes back after 1, 2, 5, then every 10 seconds, from where it was @K-realtime", async () => {
  const { watch, last, asked, state } = listening()
  watch.look()
  const { response, say, end } = stream()
  last()?.answer(response)
  await say("event: changed\ndata: 12\n\n")
  state.since = 12
  await end()
  for (const [index, delay] of [1_000, 2_000, 5_000, 10_000, 10_000].entries()) {
    await pass(delay - 1)
    expect(asked).toHaveLength(index + 1)
    await pass(1)
    expect(asked).toHaveLength(index + 2)
    expect(last()?.address).toContain("since=12")
    last()?.answer(new TypeError("Failed to fetch"))
    await pass(0)
  }
  watch.stop()
})

test("an answer that does not come is given up after 10 seconds, a stream that is silent after its heartbeat", async () => {
  const { watch, last, asked } = listening()
  watch.look()
  await pass(9_999)
  expect(last()?.signal.aborted).toBe(false)
  await pass(1)
  expect(last()?.signal.aborted).toBe(true)
  await pass(1_000)
  expect(asked).toHaveLength(2)
  const { response, say } = stream()
  last()?.answer(response)
  await say("event: open\ndata: \n\n")
  await pass(30_000)
  await say("event: beat\ndata: \n\n")
  await pass(39_999)
  expect(last()?.signal.aborted).toBe(false)
  await pass(1)
  expect(last()?.signal.aborted).toBe(true)
  watch.stop()
})

test("a hidden page lets go of its stream, and asks again when it is seen", async () => {
  const { watch, last, asked, state } = listening()
  watch.look()
  last()?.answer(stream().response)
  await pass(0)
  state.visible = false
  watch.look()
  expect(last()?.signal.aborted).toBe(true)
  await pass(60_000)
  expect(asked).toHaveLength(1)
  state.visible = true
  watch.look()
  expect(asked).toHaveLength(2)
  watch.stop()
})

describe("a stream that is refused", () => {
  test("for good is not asked for again", async () => {
    for (const status of [400, 403, 404]) {
      const { watch, last, asked, news } = listening()
      watch.look()
      last()?.answer(new Response(null, { status }))
      await pass(60_000)
      watch.look()
      expect(asked).toHaveLength(1)
      expect(news).toEqual([])
    }
  })

  test("for now is asked for when there may be a place", async () => {
    const { watch, last, asked } = listening()
    watch.look()
    last()?.answer(new Response(null, { status: 429, headers: { "retry-after": "60" } }))
    await pass(59_999)
    expect(asked).toHaveLength(1)
    await pass(1)
    expect(asked).toHaveLength(2)
    watch.stop()
  })

  test("because the rights have ended is not asked for again", async () => {
    const { watch, last, asked, news, ended } = listening()
    watch.look()
    const { response, say } = stream()
    last()?.answer(response)
    await say("event: ended\ndata: \n\n")
    await pass(60_000)
    expect(news).toEqual([])
    expect([asked.length, ended()]).toEqual([1, 1])
  })

  test("until a date that a proxy names, or for a reason that nobody understands, makes nobody ask all the time", async () => {
    vi.setSystemTime(new Date("2027-06-12T10:00:00Z"))
    for (const [said, seconds] of [
      ["Sat, 12 Jun 2027 10:00:30 GMT", 30],
      ["soon", 1],
      ["-5", 1],
      ["Sat, 12 Jun 2027 23:00:00 GMT", 600],
    ] as const) {
      vi.setSystemTime(new Date("2027-06-12T10:00:00Z"))
      const { watch, last, asked } = listening()
      watch.look()
      last()?.answer(new Response(null, { status: 503, headers: { "retry-after": said } }))
      await pass(seconds * 1_000 - 1)
      expect([said, asked.length]).toEqual([said, 1])
      await pass(1)
      expect([said, asked.length]).toEqual([said, 2])
      watch.stop()
    }
  })

  test("for now is not asked for sooner because the page was hidden meanwhile", async () => {
    const { watch, last, asked, state } = listening()
    watch.look()
    last()?.answer(new Response(null, { status: 429, headers: { "retry-after": "60" } }))
    await pass(10_000)
    for (const visible of [false, true]) {
      state.visible = visible
      watch.look()
    }
    await pass(49_999)
    expect(asked).toHaveLength(1)
    await pass(1)
    expect(asked).toHaveLength(2)
    watch.stop()
  })

  test("because another page took its place is asked for a minute later", async () => {
    const { watch, last, asked } = listening()
    watch.look()
    const { response, say } = stream()
    last()?.answer(response)
    await say("event: open\ndata: \n\n")
    await say("event: later\ndata: 60\n\n")
    await pass(59_999)
    expect(asked).toHaveLength(1)
    await pass(1)
    expect(asked).toHaveLength(2)
    watch.stop()
  })

  test("by a page that is no stream is asked for later, and what that page says is not read", async () => {
    const { watch, last, asked, news } = listening()
    watch.look()
    last()?.answer(
      new Response("event: changed\ndata: {}\n\n", { headers: { "content-type": "text/html; charset=utf-8" } }),
    )
    await pass(999)
    expect([asked.length, news]).toEqual([1, []])
    await pass(1)
    expect(asked).toHaveLength(2)
    watch.stop()
  })
})
