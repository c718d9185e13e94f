/** Section 9 of the specification: how often an open page looks at its session. */
export const tickMs = 30_000
/** A session with at most this many ticks left is renewed. */
const renewWithinTicks = 3
/** A session found when a page opens counts as ended this much before its end, so that nothing is begun on its last breath. */
const recoveryMarginMs = 10_000
const firstRetryMs = 200

export type SessionStep = "check" | "renew" | "ended"

/** What a tick does for a session that ends at `endsAt`. All in milliseconds since 1970. */
export function nextStep(endsAt: number, now: number): SessionStep {
  if (endsAt <= now) return "ended"
  return endsAt - now <= renewWithinTicks * tickMs ? "renew" : "check"
}

/** Whether a session found when a page opens can still be used. */
export function canRecover(endsAt: number, now: number): boolean {
  return endsAt - recoveryMarginMs > now
}

/** `null` when no answer came at all. */
export type AnswerStatus = number | null
export type AfterAnswer =
  | { kind: "alive" }
  | { kind: "retry"; inMs: number }
  /** The server cannot tell now: the next tick asks again. */
  | { kind: "later" }
  | { kind: "signed-out" }

/**
 * What follows an answer about the session (D16). 502, 503, 504 and silence pass: they are tried again after
 * 200 ms × 2^attempt until the next tick is nearer. A refusal is definitive. `attempt` counts from 0.
 */
export function afterAnswer(status: AnswerStatus, attempt: number): AfterAnswer {
  if (status === null || status === 502 || status === 503 || status === 504) {
    // Each wait is a little longer than all before it together: the next one says how long it has been by then.
    return retryDelayMs(attempt + 1) < tickMs ? { kind: "retry", inMs: retryDelayMs(attempt) } : { kind: "later" }
  }
  if (status >= 200 && status < 300) return { kind: "alive" }
  return isDefinitive(status) ? { kind: "signed-out" } : { kind: "later" }
}

/** The server has understood and says no. 408 and 429 only ask for patience. */
function isDefinitive(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

export function retryDelayMs(attempt: number): number {
  return firstRetryMs * 2 ** attempt
}
