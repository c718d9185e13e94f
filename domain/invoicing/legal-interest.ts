import { type Day, addMonths, daysBetween, earlier, later, monthOf } from "../day.ts"
import { type Cents, roundHalfAway } from "../money.ts"

/** Basis points a year, from the first day of a half-year on. */
export type LegalRate = { since: Day; basisPoints: number }

/**
 * What the law has a consumer's money bear (art. L313-2 of the monetary and financial code, "créances des personnes
 * physiques n'agissant pas pour des besoins professionnels"). First half of 2026: decree of 15 December 2025, JORF of the
 * 26th. It is set twice a year: the next ones are noted by the owner when they are published.
 */
export const firstLegalRate: LegalRate = { since: "2026-01-01", basisPoints: 667 }

/** No rate has ever come near it; a comma that was forgotten does. */
export const MAX_LEGAL_RATE = 5000

/** "2026-07-01", the day from which the rate of that day's half-year counts. */
export function halfYearOf(day: Day): Day {
  return `${day.slice(0, 4)}-${day.slice(5, 7) <= "06" ? "01" : "07"}-01` as Day
}

/** "second semestre 2026" */
export function halfYearLabel(since: Day): string {
  return `${since.slice(5, 7) === "01" ? "premier" : "second"} semestre ${since.slice(0, 4)}`
}

/** The half-year after that of a day. */
export function halfYearAfter(day: Day): Day {
  const [year, begins] = [Number(day.slice(0, 4)), halfYearOf(day)]
  return (begins.endsWith("01-01") ? `${year}-07-01` : `${year + 1}-01-01`) as Day
}

/** The half-years from the first rate to that day whose own rate is not among those, the oldest first. */
export function halfYearsWithoutRate(rates: readonly LegalRate[], today: Day): Day[] {
  const missing: Day[] = []
  for (let begins = firstLegalRate.since; begins <= today; begins = halfYearAfter(begins))
    if (!rates.some(({ since }) => since === begins)) missing.push(begins)
  return missing
}

/** "6,67 %" */
export function rateLabel(basisPoints: number): string {
  return `${(basisPoints / 100).toLocaleString("fr-FR", { minimumFractionDigits: 2 })}\u00a0%`
}

/** Money that is paid ahead bears interest from so many months after its payment (art. L214-2 of the consumer code). */
const FREE_MONTHS = 3

/** A sum paid ahead; `until`: the day on which it was given back, if it was. */
export type PaidAhead = { amount: Cents; on: Day; until?: Day }

/** What was given back of it, by its day. */
export type GivenBack = { amount: Cents; on: Day }

/**
 * The sums that bear interest: what was given back bears none from its day on, and what came in beside the price none at
 * all, for nobody asked for it. Both are taken off the latest sums first. All in the order of their days.
 */
export function bearingInterest(
  received: readonly PaidAhead[],
  givenBack: readonly GivenBack[],
  price: Cents,
): PaidAhead[] {
  const bearing: PaidAhead[] = []
  let left: PaidAhead[] = received.map((each) => ({ ...each }))
  for (const back of givenBack) left = takenOff(left, back, (part) => bearing.push({ ...part, until: back.on }))
  const beside = left.reduce((sum, { amount }) => sum + amount, 0) - price
  return [...bearing, ...takenOff(left, { amount: Math.max(0, beside), on: null }, () => {})]
}

/** Without that amount of the latest sums that had come by that day; `each` hears what was taken of them. */
function takenOff(
  sums: readonly PaidAhead[],
  { amount, on }: { amount: Cents; on: Day | null },
  each: (part: PaidAhead) => void,
): PaidAhead[] {
  let wanted = amount
  const left = sums.toReversed().map((sum) => {
    const part = on !== null && sum.on > on ? 0 : Math.min(sum.amount, wanted)
    if (part > 0) each({ ...sum, amount: part })
    wanted -= part
    return { ...sum, amount: sum.amount - part }
  })
  return left.toReversed().filter((sum) => sum.amount > 0)
}

/**
 * The interest that a consumer is owed on what was paid ahead, until the day of the rental: in cents, rounded once for
 * all payments (D30). Nothing to a company, which is no consumer. `rates` in the order of their days; the last one goes on
 * until the next is known.
 */
export function interestOnPaidAhead(rates: readonly LegalRate[], payments: readonly PaidAhead[], until: Day): Cents {
  return roundHalfAway(payments.reduce((sum, payment) => sum + interestOf(rates, payment, until), 0))
}

function interestOf(rates: readonly LegalRate[], { amount, on, until: givenBackOn }: PaidAhead, rental: Day): number {
  const from = threeMonthsAfter(on)
  const until = earlier(givenBackOn ?? rental, rental)
  return rates.reduce((sum, { since, basisPoints }, index) => {
    const next = rates[index + 1]?.since ?? until
    // Before the first rate that is known, that one.
    const begins = index === 0 ? from : later(since, from)
    const bearing = Math.max(0, daysBetween(begins, earlier(next, until)))
    return sum + (amount * basisPoints * bearing) / (10_000 * 365)
  }, 0)
}

/** The same day three months later, or the last one of that month. */
export function threeMonthsAfter(day: Day): Day {
  const month = addMonths(monthOf(day), FREE_MONTHS)
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate()
  return `${month}-${String(Math.min(Number(day.slice(8)), last)).padStart(2, "0")}` as Day
}
