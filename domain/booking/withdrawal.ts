import type { ClientType } from "../accounts/business.ts"
import type { BookingStatus } from "./status.ts"
import { type Day, addDays, dayInParis, startOfDayInParis } from "../day.ts"
import { type Cents, roundHalfAway } from "../money.ts"
import { nextWorkingDay } from "../public-holidays.ts"
import { type RentalPeriod, rentalDays } from "../rental/rental.ts"

/** Only consumers may withdraw (Code de la consommation, article L221-18). */
type Client = { clientType: ClientType }

const MIN_WITHDRAWAL_DAYS = 14

/** Anything between would be void (D45). */
export function isLawfulWithdrawal(days: number): boolean {
  return days === 0 || days >= MIN_WITHDRAWAL_DAYS
}

type WithdrawalTerms = Client & { withdrawalDays: number }

type WithdrawalPeriod = { firstDay: Day; lastDay: Day; endsAt: Date }

/** The two consents of D33. */
type EarlyPerformance = {
  requestedAt: Date | null
  lossAcknowledgedAt: Date | null
}

/**
 * A period ending on a weekend or holiday extends to the next working day (D33; L221-18, L221-19). null for a business
 * or 0 days.
 */
export function withdrawalPeriod(
  signedAt: Date,
  { clientType, withdrawalDays }: WithdrawalTerms,
): WithdrawalPeriod | null {
  if (clientType === "business" || withdrawalDays <= 0) return null
  const signedOn = dayInParis(signedAt)
  const lastDay = nextWorkingDay(addDays(signedOn, withdrawalDays))
  return { firstDay: addDays(signedOn, 1), lastDay, endsAt: startOfDayInParis(addDays(lastDay, 1)) }
}

/** Both consents are then required with the signature (D33, L221-25). */
export function needsEarlyPerformance(firstDay: Day, signedAt: Date, terms: WithdrawalTerms): boolean {
  const period = withdrawalPeriod(signedAt, terms)
  return period !== null && firstDay <= period.lastDay
}

export type SignedBooking = WithdrawalTerms &
  RentalPeriod & {
    /** A later signed change opens no new period. */
    signedAt: Date | null
    total: Cents
    early: EarlyPerformance
  }

export type WithdrawalRight =
  | { kind: "open"; period: WithdrawalPeriod; owed: Cents }
  | { kind: "not-signed" }
  | { kind: "none"; reason: "business" | "no-period" }
  /** Fully performed at the customer's request ends the right (L221-28, 1°). */
  | { kind: "performed" }
  | { kind: "over"; period: WithdrawalPeriod }

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

/** From 0 to 1, by elapsed time: the price owed is proportional (L221-25). */
export function performedShare(rental: RentalPeriod, at: Date): number {
  let [elapsed, total] = [0, 0]
  for (const day of rentalDays(rental)) {
    const [begins, ends] = [startOfDayInParis(day).getTime(), startOfDayInParis(addDays(day, 1)).getTime()]
    total += ends - begins
    elapsed += Math.min(Math.max(at.getTime() - begins, 0), ends - begins)
  }
  return total > 0 ? elapsed / total : 0
}

/** Names are left out of mail to an unverified address. */
export type Acknowledgement = "whole" | "without-names" | "none"

export type WithdrawalProblem =
  | { kind: "not-found" }
  /** Only the account's owner withdraws (D55). */
  | { kind: "not-allowed" }
  | { kind: "ended"; status: BookingStatus }
  | { kind: "no-right"; right: Exclude<WithdrawalRight, { kind: "open" }> }
