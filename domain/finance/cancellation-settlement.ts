import type { CancellationTier } from "./cancellation-labels.ts"
import { type Day, dayInParis, daysBetween } from "../day.ts"
import { type Cents, roundHalfAway } from "../money.ts"

export type CancelledBooking = {
  total: Cents
  firstDay: Day
  /** Nobody owes anything before a signature (D32). */
  signed: boolean
  paid: Cents
  paidByThen?: Cents
  dueByThen: Cents
  tiers: readonly CancellationTier[]
}

export type Settlement = {
  keptPercent: number
  kept: Cents
  refund: Cents
  /** Due but never paid, and still claimable (D53). */
  owed: Cents
  /** Paid on top of the refund when the company cancels (D43). */
  indemnity: Cents
}

export function keptPercent(tiers: readonly CancellationTier[], daysBefore: number): number {
  const [tier] = tiers
    .filter((each) => each.daysBefore <= Math.max(daysBefore, 0))
    .toSorted((a, b) => b.daysBefore - a.daysBefore)
  return 100 - (tier?.refundPercent ?? 0)
}

/** At most the larger of what was paid and what was due (D53); half away from zero (D30). */
export function customerCancellation(booking: CancelledBooking, at: Date): Settlement {
  return settleCancellation(booking, dayInParis(at))
}

export function settleCancellation(booking: CancelledBooking, on: Day): Settlement {
  const { total, paid, paidByThen = paid, dueByThen, signed } = booking
  const percent = signed ? keptPercent(booking.tiers, daysBetween(on, booking.firstDay)) : 0
  const kept = Math.min(roundHalfAway((total * percent) / 100), Math.max(paidByThen, signed ? dueByThen : 0))
  return {
    keptPercent: percent,
    kept,
    refund: Math.max(paid - kept, 0),
    owed: Math.max(kept - paid, 0),
    indemnity: 0,
  }
}

/** Claims nothing beyond what came in or was due (D53). */
export function capKept(kept: Cents, { paid, dueByThen }: Pick<CancelledBooking, "paid" | "dueByThen">): Cents {
  return Math.min(kept, Math.max(paid, dueByThen))
}

/** Force majeure owes no indemnity (D43, article R212-2, 2°). */
export function companyCancellation(
  booking: CancelledBooking,
  { at, forceMajeure }: { at: Date; forceMajeure: boolean },
): Settlement {
  const { kept } = customerCancellation(booking, at)
  return { keptPercent: 0, kept: 0, refund: booking.paid, owed: 0, indemnity: forceMajeure ? 0 : kept }
}

/** D33, article L221-25. */
export function withdrawalSettlement({ paid }: { paid: Cents }, owedForPerformed: Cents): Settlement {
  return {
    keptPercent: 0,
    kept: owedForPerformed,
    refund: Math.max(paid - owedForPerformed, 0),
    owed: Math.max(owedForPerformed - paid, 0),
    indemnity: 0,
  }
}
