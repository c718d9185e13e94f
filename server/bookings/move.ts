import type { BookingAct, BookingBefore, BookingDeadline, FreedClaim } from "../../domain/booking/acts.ts"
import type { Agreement } from "../../domain/booking/agreement.ts"
import type { ExternalCause } from "../../domain/booking/booking-end.ts"
import { type BookingStatus, occupiesDays } from "../../domain/booking/status.ts"
import type { Day } from "../../domain/day.ts"
import type { Settlement } from "../../domain/finance/cancellation-settlement.ts"
import type { Booking } from "../booking-record/booking.ts"

export type MovedBooking = Booking & { eventId: number }

export type Move = {
  /** Compare-and-set: fails from any other status. */
  from: BookingStatus
  to: BookingStatus
  reason?: string
  forceMajeure?: boolean
  noted?: NotedEnd
  /** A quote has its own; everything else is agreed on the terms of today. */
  agreement?: Agreement
  /** Nobody answered (D67). */
  isInstant?: true
}

type NotedEnd = { cause: ExternalCause; noticedOn: Day; settlement: Settlement }

export const moveActions = {
  pending: "booking.restored",
  confirmed: "booking.confirmed",
  refused: "booking.refused",
  cancelled: "booking.cancelled",
} as const satisfies Record<BookingStatus, BookingAct["action"]>

export function eventForMove(
  booking: Pick<Booking, BookingDeadline>,
  { from, to, forceMajeure, noted }: Move,
  freed: readonly FreedClaim[],
  settlement: Settlement | null,
) {
  if (to === "pending" || !occupiesDays(from)) return { action: moveActions.pending, details: { from } }
  const before = { from, was: deadlinesBefore(booking, freed) }
  if (to !== "cancelled") return { action: moveActions[to], details: before }
  if (noted) {
    const { cause, noticedOn } = noted
    const { retained: kept, refund } = noted.settlement
    return { action: moveActions.cancelled, details: { ...before, cause, noticedOn, kept, refund } }
  }
  const { refund, indemnity } = settlement ?? { refund: 0, indemnity: 0 }
  const money = refund > 0 || indemnity > 0 ? { refund, indemnity } : {}
  return {
    action: moveActions.cancelled,
    details: { ...before, ...money, ...(forceMajeure ? { forceMajeure: true } : {}) },
  }
}

function deadlinesBefore(booking: Pick<Booking, BookingDeadline>, claims: readonly FreedClaim[]): BookingBefore {
  const text = (name: BookingDeadline) => booking[name]?.toISOString() ?? null
  return {
    answerDueAt: text("answerDueAt"),
    expiresAt: text("expiresAt"),
    confirmedAt: text("confirmedAt"),
    contractDueAt: text("contractDueAt"),
    claims: claims.map(({ unit, held, rented, rental, productId }) => ({ unit, held, rented, rental, productId })),
  }
}
