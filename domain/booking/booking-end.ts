import { type Day, addDays } from "../day.ts"

/** Why a booking came to its end. */
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

/** In the order in which the owner is asked (D68). */
const endCauses = ["company", "customer", "no-show", "unpaid"] as const
export type EndCause = (typeof endCauses)[number]

/** Only the company's own end owes an indemnity (D43). */
export type NotedCause = Exclude<EndCause, "company">
export const notedCauses: readonly NotedCause[] = ["customer", "no-show", "unpaid"]

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

/** The company's own end, or another's that the owner noted: for a minute it can be undone. */
export function isUndoableEnd({ kind, noticedOn }: { kind: BookingEndKind; noticedOn: Day | null }): boolean {
  return kind === "cancelled_by_company" || noticedOn !== null
}

/** A formal notice gives so many days to pay. */
const NOTICE_DAYS = 8

type NoticeFacts = {
  today: Day
  /** Null for a request. */
  confirmedOn: Day | null
  signedOn: Day | null
  firstDay: Day
  /** Which causes the signed contract names. */
  named: readonly NotedCause[]
}

/** The days on which the notice of that cause may have been given; null where it cannot be the cause (D68). */
export function noticeDays(cause: NotedCause, facts: NoticeFacts): { from: Day; to: Day } | null {
  const { today, confirmedOn, signedOn, firstDay, named } = facts
  if (cause === "customer") return { from: confirmedOn ?? today, to: today }
  if (signedOn === null || !named.includes(cause)) return null
  if (cause === "no-show") return today >= firstDay ? { from: firstDay, to: firstDay } : null
  // With fewer days before the first one nobody could pay in time.
  const to = addDays(today < firstDay ? today : firstDay, -NOTICE_DAYS)
  return signedOn <= to ? { from: signedOn, to } : null
}

/** What becomes of the days that a customer asks for instead. */
export const dateChangeStatuses = ["open", "accepted", "refused", "withdrawn"] as const
