/**
 * What one customer can keep waiting for an answer, until one of their bookings has been confirmed (D40). Each request
 * blocks days: more than this is no customer, or one who does better to write. Answered requests do not count, nor those
 * whose time has run out.
 */
const MAX_OPEN_REQUESTS = 20
const MAX_OPEN_DAYS = 60
/**
 * From the next one on, the customer must have shown that the mail address is theirs. Those of the last 24 hours count too
 * when they have ended: each is a mail to an address that may be somebody else's.
 */
export const MAX_OPEN_UNVERIFIED = 5

/** What a customer has waiting, in requests and in days of equipment, and what is known of them. */
export type OpenRequests = {
  requests: number
  days: number
  /** Those that wait, and those of the last 24 hours that were refused or cancelled. */
  recent: number
  hasConfirmed: boolean
  emailVerified: boolean
}

export type OpenRequestsProblem =
  | { kind: "too-many-open"; max: number }
  | { kind: "too-many-open-days"; max: number; waiting: number }
  | { kind: "email-unverified"; max: number }

/**
 * Why another request for so many days cannot wait with the others; null when it can. `requests`: how many are asked for
 * together, which are that many days in all.
 */
export function openRequestsRefusal(open: OpenRequests, days: number, requests = 1): OpenRequestsProblem | null {
  if (!open.hasConfirmed) {
    if (open.requests + requests > MAX_OPEN_REQUESTS) return { kind: "too-many-open", max: MAX_OPEN_REQUESTS }
    if (open.days + days > MAX_OPEN_DAYS) return { kind: "too-many-open-days", max: MAX_OPEN_DAYS, waiting: open.days }
  }
  if (open.recent + requests > MAX_OPEN_UNVERIFIED && !open.emailVerified)
    return { kind: "email-unverified", max: MAX_OPEN_UNVERIFIED }
  return null
}
