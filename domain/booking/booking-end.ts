import { type Day, addDays } from "../day.ts"

export const bookingEndKinds = [
  "cancelled_by_customer",
  "cancelled_by_company",
  "withdrawn",
  "unsigned",
  "refused",
  "expired",
  "no_show",
  "unpaid",
] as const
export type BookingEndKind = (typeof bookingEndKinds)[number]

const endCauses = ["company", "customer", "no-show", "unpaid"] as const
export type EndCause = (typeof endCauses)[number]

/** Only the company's own end owes an indemnity (D43). */
export type ExternalCause = Exclude<EndCause, "company">
export const externalCauses: readonly ExternalCause[] = ["customer", "no-show", "unpaid"]

export const endCauseLabels: Readonly<Record<EndCause, string>> = {
  company: "Nous",
  customer: "Le client",
  "no-show": "Le client n’est pas venu",
  unpaid: "Le client n’a pas payé",
}

export const endKinds: Readonly<Record<EndCause, BookingEndKind>> = {
  company: "cancelled_by_company",
  customer: "cancelled_by_customer",
  "no-show": "no_show",
  unpaid: "unpaid",
}

export function isUndoableEnd({ kind, noticedOn }: { kind: BookingEndKind; noticedOn: Day | null }): boolean {
  return kind === "cancelled_by_company" || noticedOn !== null
}

const NOTICE_DAYS = 8

type NoticeFacts = {
  today: Day
  confirmedOn: Day | null
  signedOn: Day | null
  firstDay: Day
  namedCauses: readonly ExternalCause[]
}

/** Days to which the owner may date the end, or null where it is impossible (D68). */
export function noticeRange(cause: ExternalCause, facts: NoticeFacts): { from: Day; to: Day } | null {
  const { today, confirmedOn, signedOn, firstDay, namedCauses } = facts
  if (cause === "customer") return { from: confirmedOn ?? today, to: today }
  if (signedOn === null || !namedCauses.includes(cause)) return null
  if (cause === "no-show") return today >= firstDay ? { from: firstDay, to: firstDay } : null
  // With fewer days left, nobody could pay in time.
  const to = addDays(today < firstDay ? today : firstDay, -NOTICE_DAYS)
  return signedOn <= to ? { from: signedOn, to } : null
}

export const dateChangeStatuses = ["open", "accepted", "refused", "withdrawn"] as const
