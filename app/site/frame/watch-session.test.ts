import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { type SessionNews, type SessionWatch, watchSession } from "./watch-session.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const day = 24 * 60 * 60
const stillThere: SessionNews = { status: 200, userId: "camille", endsInSeconds: day }

function watched(options: Partial<SessionWatch> & { answers?: SessionNews[] } = {}) {
  const asked: string[] = []
  const state = { visible: true, lost: 0 }
  const answers = options.answers ?? []
  const watch = watchSession({
    userId: "camille",
    endsInSeconds: day,
    ask: (how) => {
      asked.push(how)
      return Promise.resolve(answers.shift() ?? stillThere)
    },
    isVisible: () => state.visible,
    onLost: () => void state.lost++,
    ...options,
  })
  return { asked, state, watch }
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

describe("An open page", () => {
  test("looks every 30 seconds while it is visible @K-session-tick", async () => {
    const { asked, state } = watched()
    await seconds(95)
    expect(asked).toEqual(["check", "check", "check"])
    state.visible = false
    await seconds(300)
    expect(asked).toHaveLength(3)
  })

  test("looks at once when it becomes visible again", async () => {
    const { asked, state, watch } = watched()
    state.visible = false
    await seconds(60)
    state.visible = true
    watch.look()
    expect(asked).toEqual(["check"])
  })

  test("renews a session that has 90 seconds left, and goes on @S-session-refresh", async () => {
    const { asked, state } = watched({ endsInSeconds: 120, answers: [{ ...stillThere, endsInSeconds: 7 * day }] })
    await seconds(65)
    expect(asked).toEqual(["renew", "check"])
    expect(state.lost).toBe(0)
  })

  test("tries again after 200 ms × 2^n while the server is away @K-session-backoff", async () => {
    const away: SessionNews = { status: 503, userId: null, endsInSeconds: null }
    const { asked, state } = watched({ answers: [away, { ...away, status: null }, { ...away, status: 502 }] })
    await seconds(30)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(asked).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(400)
    expect(asked).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(800)
    expect(asked).toHaveLength(4)
    await seconds(20)
    expect(asked).toHaveLength(4)
    expect(state.lost).toBe(0)
  })

  test.each([
    ["nobody is signed in any more", { status: 200, userId: null, endsInSeconds: null }],
    ["somebody else is", { status: 200, userId: "nicolas", endsInSeconds: day }],
    ["the server refuses", { status: 401, userId: null, endsInSeconds: null }],
  ] as [string, SessionNews][])("is read again, once, when %s", async (_, answer) => {
    const { asked, state } = watched({ answers: [answer] })
    await seconds(300)
    expect(asked).toHaveLength(1)
    expect(state.lost).toBe(1)
  })

  test("is read again when its session has ended meanwhile", async () => {
    const { asked, state, watch } = watched({ endsInSeconds: 100 })
    state.visible = false
    await seconds(200)
    state.visible = true
    watch.look()
    expect(state.lost).toBe(1)
    expect(asked).toEqual([])
  })

  test("does not begin on a session that has 10 seconds left", () => {
    expect(watched({ endsInSeconds: 10 }).state.lost).toBe(1)
    expect(watched({ endsInSeconds: 11 }).state.lost).toBe(0)
  })

  test("asks nothing any more once it is left, whatever is on its way", async () => {
    let answer: (news: SessionNews) => void = () => undefined
    const { state, watch } = watched({ ask: () => new Promise((resolve) => (answer = resolve)) })
    await seconds(30)
    watch.stop()
    answer({ status: 401, userId: null, endsInSeconds: null })
    await seconds(300)
    expect(state.lost).toBe(0)
  })
})
