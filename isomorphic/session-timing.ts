export const tickMs = 30_000
const renewWithinTicks = 3
const recoveryMarginMs = 10_000
const firstRetryMs = 200

type SessionStep = "check" | "renew" | "ended"

export function nextStep(endsAt: number, now: number): SessionStep {
  if (endsAt <= now) return "ended"
  return endsAt - now <= renewWithinTicks * tickMs ? "renew" : "check"
}

export function canRecover(endsAt: number, now: number): boolean {
  return endsAt - recoveryMarginMs > now
}

export type AnswerStatus = number | null
type SessionOutcome = { kind: "alive" } | { kind: "retry"; inMs: number } | { kind: "later" } | { kind: "signed-out" }

/** Gateway errors and silence are retried with doubling delays (D16). */
export function interpretAnswer(status: AnswerStatus, attempt: number): SessionOutcome {
  if (status === null || status === 502 || status === 503 || status === 504) {
    // The waits double, so the next delay roughly equals the total waited.
    return retryDelayMs(attempt + 1) < tickMs ? { kind: "retry", inMs: retryDelayMs(attempt) } : { kind: "later" }
  }
  if (status >= 200 && status < 300) return { kind: "alive" }
  return isDefinitive(status) ? { kind: "signed-out" } : { kind: "later" }
}

/** 408 and 429 are temporary. */
function isDefinitive(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

export function retryDelayMs(attempt: number): number {
  return firstRetryMs * 2 ** attempt
}
