import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { interpretAnswer, canRecover, nextStep, retryDelayMs, tickMs } from "./session-timing.ts"

const now = Date.UTC(2027, 5, 12, 20)

describe("the session of an open page", () => {
  test("the page checks its session while the end is far", () => {
    expect(nextStep(now + 4 * tickMs, now)).toBe("check")
    expect(nextStep(now + 90_001, now)).toBe("check")
  })

  test("the page renews its session within 3 ticks of 30 seconds before the end @K-session-threshold", () => {
    expect(nextStep(now + 90_000, now)).toBe("renew")
    expect(nextStep(now + 1, now)).toBe("renew")
  })

  test("the page gives up its session once the end has come", () => {
    expect(nextStep(now, now)).toBe("ended")
    expect(nextStep(now - 1, now)).toBe("ended")
  })

  test("the page does not resume a session that has 10 seconds left @K-session-recovery", () => {
    expect(canRecover(now + 10_000, now)).toBe(false)
    expect(canRecover(now + 10_001, now)).toBe(true)
  })
})

describe("a reply about the session", () => {
  test("a good reply keeps the person signed in", () => {
    expect(interpretAnswer(200, 0)).toEqual({ kind: "alive" })
  })

  test.each([502, 503, 504, null])(
    "a temporary failure (%s) is retried after 200 ms × 2^n @M-retryable @K-session-backoff",
    (status) => {
      expect(interpretAnswer(status, 0)).toEqual({ kind: "retry", inMs: 200 })
      expect(interpretAnswer(status, 3)).toEqual({ kind: "retry", inMs: 1600 })
    },
  )

  test("a retry that would take longer than a tick is left to the next tick", () => {
    const delays: number[] = []
    for (let attempt = 0; ; attempt++) {
      const after = interpretAnswer(503, attempt)
      if (after.kind !== "retry") {
        expect(after).toEqual({ kind: "later" })
        break
      }
      delays.push(after.inMs)
    }
    expect(delays).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800])
    expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeLessThan(tickMs)
  })

  test.each([400, 401, 403, 404, 499])("a refusal (%s) signs the page out @S-session-dropped", (status) => {
    expect(interpretAnswer(status, 0)).toEqual({ kind: "signed-out" })
  })

  test.each([199, 300, 304, 408, 429, 500])("any other reply (%s) is left to the next tick", (status) => {
    expect(interpretAnswer(status, 0)).toEqual({ kind: "later" })
  })

  test("the page never waits more than a tick for its next request", () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 60 }),
        fc.oneof(fc.integer({ min: 100, max: 599 }), fc.constant(null)),
        (attempt, status) => {
          const after = interpretAnswer(status, attempt)
          if (after.kind === "retry") expect(after.inMs).toBe(retryDelayMs(attempt))
          if (after.kind === "retry") expect(after.inMs).toBeLessThan(tickMs)
        },
      ),
    )
  })
})
