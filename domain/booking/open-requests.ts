/** Until a first booking is confirmed (D40), because each request blocks days. */
const MAX_OPEN_REQUESTS = 20
const MAX_OPEN_DAYS = 60
/** Recently ended ones count, because each may have mailed a stranger. */
export const MAX_OPEN_UNVERIFIED = 5

export type OpenRequests = {
  requests: number
  days: number
  recent: number
  hasConfirmed: boolean
  emailVerified: boolean
}

export type OpenRequestsProblem =
  | { kind: "too-many-open"; max: number }
  | { kind: "too-many-open-days"; max: number; waiting: number }
  | { kind: "email-unverified"; max: number }

export function openRequestsRefusal(open: OpenRequests, days: number, requests = 1): OpenRequestsProblem | null {
  if (!open.hasConfirmed) {
    if (open.requests + requests > MAX_OPEN_REQUESTS) return { kind: "too-many-open", max: MAX_OPEN_REQUESTS }
    if (open.days + days > MAX_OPEN_DAYS) return { kind: "too-many-open-days", max: MAX_OPEN_DAYS, waiting: open.days }
  }
  if (open.recent + requests > MAX_OPEN_UNVERIFIED && !open.emailVerified)
    return { kind: "email-unverified", max: MAX_OPEN_UNVERIFIED }
  return null
}
