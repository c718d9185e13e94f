import type { CancellationTier } from "./cancellation-labels.ts"
import { type Day, dayInParis, daysBetween } from "../day.ts"
import { type Cents, roundHalfAway } from "../money.ts"

/** What a booking's cancellation is reckoned from: the sums of its rows, and the tiers that were agreed. */
export type CancelledBooking = {
  total: Cents
  firstDay: Day
  /** Before a signature nobody owes anything (D32). */
  signed: boolean
  /** What has come in and was not given back. */
  paid: Cents
  /** Payments received by the day of a notice that is noted later; `paid` by default. */
  paidByThen?: Cents
  /** The instalments whose day had come by then, whether or not they were paid. */
  dueByThen: Cents
  /** As frozen in the agreement (D53). */
  tiers: readonly CancellationTier[]
}

/** What becomes of the money. `paid` is `kept` and `refund` together, but for what is still owed. */
export type Settlement = {
  /** Of the total, in percent: what the tier of that day keeps. */
  keptPercent: number
  kept: Cents
  refund: Cents
  /** The part of `kept` that was due and never came: an instalment that stays to be paid, nothing more (D53). */
  owed: Cents
  /** What the company pays on top of the refund, when it is the one that cancels (D43). */
  indemnity: Cents
}

/** What a cancellation keeps of the total, in percent, so many days before the first day. What no tier says is kept whole. */
export function keptPercent(tiers: readonly CancellationTier[], daysBefore: number): number {
  const [tier] = tiers
    .filter((each) => each.daysBefore <= Math.max(daysBefore, 0))
    .toSorted((a, b) => b.daysBefore - a.daysBefore)
  return 100 - (tier?.refundPercent ?? 0)
}

/**
 * What the company keeps when the customer cancels at that instant: the tier's share of the total, but never more than
 * the larger of what was paid and what was due by then (D53). The rest of what was paid goes back. The day is that of
 * Paris; the share is rounded half away from zero (D30).
 */
export function customerCancellation(booking: CancelledBooking, at: Date): Settlement {
  return cancellationOn(booking, dayInParis(at))
}

/** Settles a notice that was given on that day (D68). */
export function cancellationOn(booking: CancelledBooking, on: Day): Settlement {
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

/**
 * What an end keeps once something that it had counted as paid turns out never to have come: the tier's share is what it
 * was, and the company claims nothing beyond what did come or was due by then (D53).
 */
export function keptWithout(kept: Cents, { paid, dueByThen }: Pick<CancelledBooking, "paid" | "dueByThen">): Cents {
  return Math.min(kept, Math.max(paid, dueByThen))
}

/**
 * When the company cancels, everything goes back, and it owes what it would have kept had the customer cancelled at that
 * instant; in a case of force majeure it does not (D43, article R212-2, 2°).
 */
export function companyCancellation(
  booking: CancelledBooking,
  { at, forceMajeure }: { at: Date; forceMajeure: boolean },
): Settlement {
  const { kept } = customerCancellation(booking, at)
  return { keptPercent: 0, kept: 0, refund: booking.paid, owed: 0, indemnity: forceMajeure ? 0 : kept }
}

/** Withdrawing gives back all that was paid but what is owed for what was performed (D33, article L221-25). */
export function withdrawalSettlement({ paid }: { paid: Cents }, owedForPerformed: Cents): Settlement {
  return {
    keptPercent: 0,
    kept: owedForPerformed,
    refund: Math.max(paid - owedForPerformed, 0),
    owed: Math.max(owedForPerformed - paid, 0),
    indemnity: 0,
  }
}
