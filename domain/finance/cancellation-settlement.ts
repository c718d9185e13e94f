import type { CancellationTier } from "./cancellation-labels.ts"
import { type Day, dayInParis, daysBetween } from "../day.ts"
import { type Cents, roundHalfAway } from "../money.ts"

export type CancelledBooking = {
  total: Cents
  firstDay: Day
  /** Nothing is owed before a signature (D32). */
  signed: boolean
  paid: Cents
  paidByThen?: Cents
  dueByThen: Cents
  tiers: readonly CancellationTier[]
}

export type Settlement = {
  retainedPercent: number
  retained: Cents
  refund: Cents
  /** Due but never paid, and still claimable (D53). */
  owed: Cents
  /** Paid on top of the refund when the company cancels (D43). */
  indemnity: Cents
}

export function retainedPercent(tiers: readonly CancellationTier[], daysBefore: number): number {
  const [tier] = tiers
    .filter((each) => each.daysBefore <= Math.max(daysBefore, 0))
    .toSorted((a, b) => b.daysBefore - a.daysBefore)
  return 100 - (tier?.refundPercent ?? 0)
}

/** Retains at most the larger of what was paid and what was due (D53). */
export function customerCancellation(booking: CancelledBooking, at: Date): Settlement {
  return settleCancellation(booking, dayInParis(at))
}

export function settleCancellation(booking: CancelledBooking, on: Day): Settlement {
  const { total, paid, paidByThen = paid, dueByThen, signed } = booking
  const percent = signed ? retainedPercent(booking.tiers, daysBetween(on, booking.firstDay)) : 0
  const retained = Math.min(roundHalfAway((total * percent) / 100), Math.max(paidByThen, signed ? dueByThen : 0))
  return {
    retainedPercent: percent,
    retained,
    refund: Math.max(paid - retained, 0),
    owed: Math.max(retained - paid, 0),
    indemnity: 0,
  }
}

/** Claims nothing beyond what was paid or due (D53). */
export function capRetained(retained: Cents, { paid, dueByThen }: Pick<CancelledBooking, "paid" | "dueByThen">): Cents {
  return Math.min(retained, Math.max(paid, dueByThen))
}

/** Force majeure owes no indemnity (D43, article R212-2, 2°). */
export function companyCancellation(
  booking: CancelledBooking,
  { at, forceMajeure }: { at: Date; forceMajeure: boolean },
): Settlement {
  const { retained } = customerCancellation(booking, at)
  return { retainedPercent: 0, retained: 0, refund: booking.paid, owed: 0, indemnity: forceMajeure ? 0 : retained }
}

/** D33, article L221-25. */
export function withdrawalSettlement({ paid }: { paid: Cents }, owedForPerformed: Cents): Settlement {
  return {
    retainedPercent: 0,
    retained: owedForPerformed,
    refund: Math.max(paid - owedForPerformed, 0),
    owed: Math.max(owedForPerformed - paid, 0),
    indemnity: 0,
  }
}
