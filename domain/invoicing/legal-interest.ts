import { type Day, addMonths, daysBetween, laterDay, monthOf } from "../day.ts"
import { type Cents, roundHalfAway } from "../money.ts"

/**
 * What the law has a consumer's money bear (art. L313-2 of the monetary and financial code, "créances des personnes
 * physiques n'agissant pas pour des besoins professionnels"), in basis points a year. Set twice a year: add the next one
 * when it is published; until then the last one stays. First half of 2026: decree of 15 December 2025, JORF of the 26th.
 */
export const legalRates: readonly { since: Day; basisPoints: number }[] = [{ since: "2026-01-01", basisPoints: 667 }]

/** The half-year of that day, where its rate is not listed: "second semestre 2026". Null where it is. */
export function halfYearWithoutRate(today: Day): string | null {
  const [year, isFirst] = [today.slice(0, 4), today.slice(5, 7) <= "06"]
  const begins = `${year}-${isFirst ? "01" : "07"}-01` as Day
  if (legalRates.some(({ since }) => since >= begins)) return null
  return `${isFirst ? "premier" : "second"} semestre ${year}`
}

/** The rate that is applied until the next one is listed: "6,67 %". */
export function lastLegalRate(): string {
  const points = legalRates.at(-1)?.basisPoints ?? 0
  return `${(points / 100).toLocaleString("fr-FR", { minimumFractionDigits: 2 })}\u00a0%`
}

/** Money that is paid ahead bears interest from so many months after its payment (art. L214-2 of the consumer code). */
const FREE_MONTHS = 3

/** A sum paid ahead, and what was given back of it is not counted. */
export type PaidAhead = { amount: Cents; on: Day }

/**
 * The interest that a consumer is owed on what was paid ahead, until the day of the rental: in cents, rounded once for
 * all payments (D30). Nothing to a company, which is no consumer.
 */
export function interestOnPaidAhead(payments: readonly PaidAhead[], until: Day): Cents {
  return roundHalfAway(payments.reduce((sum, payment) => sum + interestOf(payment, until), 0))
}

function interestOf({ amount, on }: PaidAhead, until: Day): number {
  const from = threeMonthsAfter(on)
  return legalRates.reduce((sum, { since, basisPoints }, index) => {
    const next = legalRates[index + 1]?.since ?? until
    // Before the first rate that is listed, that one.
    const begins = index === 0 ? from : laterDay(since, from)
    const ends = next < until ? next : until
    return ends <= begins ? sum : sum + (amount * basisPoints * daysBetween(begins, ends)) / (10_000 * 365)
  }, 0)
}

/** The same day three months later, or the last one of that month. */
export function threeMonthsAfter(day: Day): Day {
  const month = addMonths(monthOf(day), FREE_MONTHS)
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate()
  return `${month}-${String(Math.min(Number(day.slice(8)), last)).padStart(2, "0")}` as Day
}
