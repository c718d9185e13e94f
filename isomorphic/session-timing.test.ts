import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { afterAnswer, canRecover, nextStep, retryDelayMs, tickMs } from "./session-timing.ts"

const now = Date.UTC(2027, 5, 12, 20)

describe("An open page", () => {
  test("looks at its session while the end is far", () => {
    expect(nextStep(now + 4 * tickMs, now)).toBe("check")
    expect(nextStep(now + 90_001, now)).toBe("check")
  })

  test("renews it within 3 ticks of 30 seconds before the end @K-session-threshold", () => {
    expect(nextStep(now + 90_000, now)).toBe("renew")
    expect(nextStep(now + 1, now)).toBe("renew")
  })

  test("gives it up once the end has come", () => {
    expect(nextStep(now, now)).toBe("ended")
    expect(nextStep(now - 1, now)).toBe("ended")
  })

  test("does not take up a session that has 10 seconds left @K-session-recovery", () => {
    expect(canRecover(now + 10_000, now)).toBe(false)
    expect(canRecover(now + 10_001, now)).toBe(true)
  })
})

describe("An answer about the session", () => {
  test("that is good keeps the person signed in", () => {
    expect(afterAnswer(200, 0)).toEqual({ kind: "alive" })
  })

  test.each([502, 503, 504, null])(
    "that passes (%s) is asked for again after 200 ms × 2^n @M-retryable @K-session-backoff",
    (status) => {
      expect(afterAnswer(status, 0)).toEqual({ kind: "retry", inMs: 200 })
      expect(afterAnswer(status, 3)).toEqual({ kind: "retry", inMs: 1600 })
    },
  )

  test("is left to the next tick when trying again would take longer than one", () => {
    const delays: number[] = []
    for (let attempt = 0; ; attempt++) {
      const after = afterAnswer(503, attempt)
      if (after.kind !== "retry") {
        expect(after).toEqual({ kind: "later" })
        break
      }
      delays.push(after.inMs)
    }
    expect(delays).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800])
    expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeLessThan(tickMs)
  })

  test.each([400, 401, 403, 404, 499])("that refuses (%s) signs the page out @S-session-dropped", (status) => {
    expect(afterAnswer(status, 0)).toEqual({ kind: "signed-out" })
  })

  test.each([199, 300, 304, 408, 429, 500])("that is none of these (%s) leaves it to the next tick", (status) => {
    expect(afterAnswer(status, 0)).toEqual({ kind: "later" })
  })

  test("never makes a page wait more than a tick for its next question", () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 60 }),
        fc.oneof(fc.integer({ min: 100, max: 599 }), fc.constant(null)),
        (attempt, status) => {
          const after = afterAnswer(status, attempt)
          if (after.kind === "retry") expect(after.inMs).toBe(retryDelayMs(attempt))
          if (after.kind === "retry") expect(after.inMs).toBeLessThan(tickMs)
        },
      ),
    )
  })
})
