import type { BookingStatus } from "./status.ts"
import { type Day, addDays, dayInParis, startOfDayInParis } from "../day.ts"
import { type Cents, roundHalfAway } from "../money.ts"
import { workingDayFrom } from "../public-holidays.ts"
import { type RentalPeriod, rentalDays } from "../rental/rental.ts"

/** Only a consumer may withdraw: anyone who rents for a business may not (article L221-18 of the Code de la consommation). */
type Client = { clientType: "individual" | "business" }

/** The days that the law leaves no shop to shorten (L221-18). */
const MIN_WITHDRAWAL_DAYS = 14

/** None, or what the law gives and more (D45): a period between would be believed and be void. */
export function isLawfulWithdrawal(days: number): boolean {
  return days === 0 || days >= MIN_WITHDRAWAL_DAYS
}

/** `withdrawalDays` of the agreement: 0, or at least 14 (D45). */
export type WithdrawalTerms = Client & { withdrawalDays: number }

/** The days on which a consumer may withdraw, both included; `endsAt` is the first instant after them. */
export type WithdrawalPeriod = { firstDay: Day; lastDay: Day; endsAt: Date }

/** The two ticks of D33, as they were kept when the contract was signed. */
export type EarlyPerformance = {
  /** That we may begin before the period ends. */
  requestedAt: Date | null
  /** That the right is lost once all is performed. */
  lossAcknowledgedAt: Date | null
}

/**
 * The period that runs from the day after a signature in Paris, to the end of its last day; a Saturday, a Sunday or a
 * holiday moves that to the next working day (D33; articles L221-18 and L221-19). Null when the law or the shop gives
 * none: a business, or 0 days.
 */
export function withdrawalPeriod(
  signedAt: Date,
  { clientType, withdrawalDays }: WithdrawalTerms,
): WithdrawalPeriod | null {
  if (clientType === "business" || withdrawalDays <= 0) return null
  const signedOn = dayInParis(signedAt)
  const lastDay = workingDayFrom(addDays(signedOn, withdrawalDays))
  return { firstDay: addDays(signedOn, 1), lastDay, endsAt: startOfDayInParis(addDays(lastDay, 1)) }
}

/**
 * Whether anything is performed before the period of a contract signed at that instant would end: then the two ticks are
 * asked for with the signature (D33, article L221-25).
 */
export function needsEarlyPerformance(firstDay: Day, signedAt: Date, terms: WithdrawalTerms): boolean {
  const period = withdrawalPeriod(signedAt, terms)
  return period !== null && firstDay <= period.lastDay
}

export type SignedBooking = WithdrawalTerms &
  RentalPeriod & {
    /** When the contract was concluded: a change signed later does not open a new period. Null while nothing is signed. */
    signedAt: Date | null
    total: Cents
    early: EarlyPerformance
  }

export type WithdrawalRight =
  /** `owed`: what the customer owes for what was performed by now; all else that was paid goes back. */
  | { kind: "open"; period: WithdrawalPeriod; owed: Cents }
  /** Nobody is bound yet: there is nothing to withdraw from. */
  | { kind: "not-signed" }
  | { kind: "none"; reason: "business" | "no-period" }
  /** All was performed, as the customer had asked, knowing that this ends the right (article L221-28, 1°). */
  | { kind: "performed" }
  | { kind: "over"; period: WithdrawalPeriod }

/** Whether a customer may withdraw from a contract at that instant, and what that costs. */
export function withdrawalRight(booking: SignedBooking, at: Date): WithdrawalRight {
  const { signedAt, clientType, early } = booking
  if (signedAt === null) return { kind: "not-signed" }
  const period = withdrawalPeriod(signedAt, booking)
  if (!period) return { kind: "none", reason: clientType === "business" ? "business" : "no-period" }
  if (at >= period.endsAt) return { kind: "over", period }
  const share = performedShare(booking, at)
  if (share === 1 && early.requestedAt && early.lossAcknowledgedAt) return { kind: "performed" }
  return { kind: "open", period, owed: early.requestedAt ? roundHalfAway(booking.total * share) : 0 }
}

/**
 * How much of a rental is performed, from 0 to 1: the time of its days that has gone by, since what a customer owes is in
 * proportion to the price of the whole (article L221-25).
 */
export function performedShare(rental: RentalPeriod, at: Date): number {
  let [gone, all] = [0, 0]
  for (const day of rentalDays(rental)) {
    const [begins, ends] = [startOfDayInParis(day).getTime(), startOfDayInParis(addDays(day, 1)).getTime()]
    all += ends - begins
    gone += Math.min(Math.max(at.getTime() - begins, 0), ends - begins)
  }
  return all > 0 ? gone / all : 0
}

/**
 * What the mail that acknowledges a withdrawal repeats of its declaration: all of it, all but what the customer is called
 * and lives, where nobody has shown that the address is theirs; or there is none, where nobody is written to.
 */
export type Acknowledgement = "whole" | "without-names" | "none"

export type WithdrawalProblem =
  | { kind: "not-found" }
  /** Only the account's owner withdraws (D55). */
  | { kind: "not-allowed" }
  | { kind: "ended"; status: BookingStatus }
  | { kind: "no-right"; right: Exclude<WithdrawalRight, { kind: "open" }> }
