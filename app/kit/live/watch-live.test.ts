import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { watchLive } from "./watch-live.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function startWatch({ visible = true } = {}) {
  const requests: { address: string; signal: AbortSignal; answer: (response: Response | Error) => void }[] = []
  const news: number[] = []
  let ended = 0
  const state = { visible, since: 7 }
  const watch = watchLive({
    topics: ["product.a", "cart"],
    since: () => state.since,
    open: (address, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason))
        requests.push({ address, signal, answer: (reply) => (reply instanceof Error ? reject(reply) : resolve(reply)) })
      }),
    isVisible: () => state.visible,
    onChanged: (at) => news.push(at),
    onEnded: () => ended++,
  })
  return { asked: requests, news, state, watch, last: () => requests.at(-1), ended: () => ended }
}

function stream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({ start: (streamController) => void (controller = streamController) })
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

test("the page subscribes to its topics and sends the last version it has", () => {
  const { watch, last } = startWatch()
  watch.update()
  expect(last()?.address).toBe("/api/live?topics=product.a%2Ccart&since=7")
  watch.stop()
  expect(last()?.signal.aborted).toBe(true)
})

test("the page receives the changes, however the stream is cut into chunks", async () => {
  const { watch, last, news } = startWatch()
  watch.update()
  const { response, say } = stream()
  last()?.answer(response)
  await say("event: open\ndata: \n\nevent: chan")
  await say("ged\ndata: 9\n\n")
  expect(news).toEqual([9])
  watch.stop()
})

test("a cut stream reconnects after 1, 2, 5, then every 10 seconds, from the last event @K-realtime", async () => {
  const { watch, last, asked: requests, state } = startWatch()
  watch.update()
  const { response, say, end } = stream()
  last()?.answer(response)
  await say("event: changed\ndata: 12\n\n")
  state.since = 12
  await end()
  for (const [index, delay] of [1_000, 2_000, 5_000, 10_000, 10_000].entries()) {
    await pass(delay - 1)
    expect(requests).toHaveLength(index + 1)
    await pass(1)
    expect(requests).toHaveLength(index + 2)
    expect(last()?.address).toContain("since=12")
    last()?.answer(new TypeError("Failed to fetch"))
    await pass(0)
  }
  watch.stop()
})

test("a missing response is given up after 10 seconds, and a silent stream after its heartbeat", async () => {
  const { watch, last, asked: requests } = startWatch()
  watch.update()
  await pass(9_999)
  expect(last()?.signal.aborted).toBe(false)
  await pass(1)
  expect(last()?.signal.aborted).toBe(true)
  await pass(1_000)
  expect(requests).toHaveLength(2)
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

test("a hidden page closes its stream, and reconnects when it is visible", async () => {
  const { watch, last, asked: requests, state } = startWatch()
  watch.update()
  last()?.answer(stream().response)
  await pass(0)
  state.visible = false
  watch.update()
  expect(last()?.signal.aborted).toBe(true)
  await pass(60_000)
  expect(requests).toHaveLength(1)
  state.visible = true
  watch.update()
  expect(requests).toHaveLength(2)
  watch.stop()
})

describe("a refused stream", () => {
  test("a permanent refusal is not retried", async () => {
    for (const status of [400, 403, 404]) {
      const { watch, last, asked: requests, news } = startWatch()
      watch.update()
      last()?.answer(new Response(null, { status }))
      await pass(60_000)
      watch.update()
      expect(requests).toHaveLength(1)
      expect(news).toEqual([])
    }
  })

  test("a temporary refusal is retried when there may be a place", async () => {
    const { watch, last, asked: requests } = startWatch()
    watch.update()
    last()?.answer(new Response(null, { status: 429, headers: { "retry-after": "60" } }))
    await pass(59_999)
    expect(requests).toHaveLength(1)
    await pass(1)
    expect(requests).toHaveLength(2)
    watch.stop()
  })

  test("a refusal for lack of rights is not retried", async () => {
    const { watch, last, asked: requests, news, ended } = startWatch()
    watch.update()
    const { response, say } = stream()
    last()?.answer(response)
    await say("event: ended\ndata: \n\n")
    await pass(60_000)
    expect(news).toEqual([])
    expect([requests.length, ended()]).toEqual([1, 1])
  })

  test("an invalid Retry-After waits a second, and a far date ten minutes at most", async () => {
    vi.setSystemTime(new Date("2027-06-12T10:00:00Z"))
    for (const [retryAfter, seconds] of [
      ["Sat, 12 Jun 2027 10:00:30 GMT", 30],
      ["soon", 1],
      ["-5", 1],
      ["Sat, 12 Jun 2027 23:00:00 GMT", 600],
    ] as const) {
      vi.setSystemTime(new Date("2027-06-12T10:00:00Z"))
      const { watch, last, asked: requests } = startWatch()
      watch.update()
      last()?.answer(new Response(null, { status: 503, headers: { "retry-after": retryAfter } }))
      await pass(seconds * 1_000 - 1)
      expect([retryAfter, requests.length]).toEqual([retryAfter, 1])
      await pass(1)
      expect([retryAfter, requests.length]).toEqual([retryAfter, 2])
      watch.stop()
    }
  })

  test("a temporary refusal is not retried earlier because the page was hidden meanwhile", async () => {
    const { watch, last, asked: requests, state } = startWatch()
    watch.update()
    last()?.answer(new Response(null, { status: 429, headers: { "retry-after": "60" } }))
    await pass(10_000)
    for (const visible of [false, true]) {
      state.visible = visible
      watch.update()
    }
    await pass(49_999)
    expect(requests).toHaveLength(1)
    await pass(1)
    expect(requests).toHaveLength(2)
    watch.stop()
  })

  test("a stream replaced by another page is retried a minute later", async () => {
    const { watch, last, asked: requests } = startWatch()
    watch.update()
    const { response, say } = stream()
    last()?.answer(response)
    await say("event: open\ndata: \n\n")
    await say("event: later\ndata: 60\n\n")
    await pass(59_999)
    expect(requests).toHaveLength(1)
    await pass(1)
    expect(requests).toHaveLength(2)
    watch.stop()
  })

  test("a reply that is no stream is retried later, and its body is not read", async () => {
    const { watch, last, asked: requests, news } = startWatch()
    watch.update()
    last()?.answer(
      new Response("event: changed\ndata: {}\n\n", { headers: { "content-type": "text/html; charset=utf-8" } }),
    )
    await pass(999)
    expect([requests.length, news]).toEqual([1, []])
    await pass(1)
    expect(requests).toHaveLength(2)
    watch.stop()
  })
})
