import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { type SessionStatus, type SessionWatch, watchSession } from "./watch-session.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const day = 24 * 60 * 60
const stillThere: SessionStatus = { status: 200, userId: "camille", endsInSeconds: day }

function watched(options: Partial<SessionWatch> & { answers?: SessionStatus[] } = {}) {
  const requests: string[] = []
  const state = { visible: true, lost: 0 }
  const answers = options.answers ?? []
  const watch = watchSession({
    userId: "camille",
    endsInSeconds: day,
    fetchStatus: (how) => {
      requests.push(how)
      return Promise.resolve(answers.shift() ?? stillThere)
    },
    isVisible: () => state.visible,
    onSignedOut: () => void state.lost++,
    ...options,
  })
  return { asked: requests, state, watch }
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

describe("the session of an open page", () => {
  test("the page checks the session every 30 seconds while it is visible @K-session-tick", async () => {
    const { asked: requests, state } = watched()
    await seconds(95)
    expect(requests).toEqual(["check", "check", "check"])
    state.visible = false
    await seconds(300)
    expect(requests).toHaveLength(3)
  })

  test("the page checks the session at once when it becomes visible again", async () => {
    const { asked: requests, state, watch } = watched()
    state.visible = false
    await seconds(60)
    state.visible = true
    watch.check()
    expect(requests).toEqual(["check"])
  })

  test("the page renews a session that has 90 seconds left, and goes on @S-session-refresh", async () => {
    const { asked: requests, state } = watched({
      endsInSeconds: 120,
      answers: [{ ...stillThere, endsInSeconds: 7 * day }],
    })
    await seconds(65)
    expect(requests).toEqual(["renew", "check"])
    expect(state.lost).toBe(0)
  })

  test("the page retries after 200 ms × 2^n while the server is unreachable @K-session-backoff", async () => {
    const away: SessionStatus = { status: 503, userId: null, endsInSeconds: null }
    const { asked: requests, state } = watched({ answers: [away, { ...away, status: null }, { ...away, status: 502 }] })
    await seconds(30)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(requests).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(400)
    expect(requests).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(800)
    expect(requests).toHaveLength(4)
    await seconds(20)
    expect(requests).toHaveLength(4)
    expect(state.lost).toBe(0)
  })

  test.each([
    ["nobody is signed in any more", { status: 200, userId: null, endsInSeconds: null }],
    ["somebody else is", { status: 200, userId: "nicolas", endsInSeconds: day }],
    ["the server refuses", { status: 401, userId: null, endsInSeconds: null }],
  ] as [string, SessionStatus][])("the page reloads, once, when %s", async (_, answer) => {
    const { asked: requests, state } = watched({ answers: [answer] })
    await seconds(300)
    expect(requests).toHaveLength(1)
    expect(state.lost).toBe(1)
  })

  test("the page reloads when its session has ended meanwhile", async () => {
    const { asked: requests, state, watch } = watched({ endsInSeconds: 100 })
    state.visible = false
    await seconds(200)
    state.visible = true
    watch.check()
    expect(state.lost).toBe(1)
    expect(requests).toEqual([])
  })

  test("the page does not start on a session that has 10 seconds left", () => {
    expect(watched({ endsInSeconds: 10 }).state.lost).toBe(1)
    expect(watched({ endsInSeconds: 11 }).state.lost).toBe(0)
  })

  test("the page stops asking once it is left, whatever request is pending", async () => {
    let answer: (news: SessionStatus) => void = () => undefined
    const { state, watch } = watched({ fetchStatus: () => new Promise((resolve) => (answer = resolve)) })
    await seconds(30)
    watch.stop()
    answer({ status: 401, userId: null, endsInSeconds: null })
    await seconds(300)
    expect(state.lost).toBe(0)
  })
})
