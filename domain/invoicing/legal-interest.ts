import { type Day, addMonths, daysBetween, earlier, later, monthOf } from "../day.ts"
import { type Cents, roundHalfAway, sumAmounts } from "../money.ts"

export type LegalRate = { since: Day; basisPoints: number }

/** Article L313-2 of the monetary and financial code; the owner enters later rates. */
export const firstLegalRate: LegalRate = { since: "2026-01-01", basisPoints: 667 }

export const MAX_LEGAL_RATE = 5000

export function startOfHalfYear(day: Day): Day {
  return `${day.slice(0, 4)}-${day.slice(5, 7) <= "06" ? "01" : "07"}-01` as Day
}

export function halfYearLabel(since: Day): string {
  return `${since.slice(5, 7) === "01" ? "premier" : "second"} semestre ${since.slice(0, 4)}`
}

export function nextHalfYear(day: Day): Day {
  const [year, start] = [Number(day.slice(0, 4)), startOfHalfYear(day)]
  return (start.endsWith("01-01") ? `${year}-07-01` : `${year + 1}-01-01`) as Day
}

export function halfYearsWithoutRate(rates: readonly LegalRate[], today: Day): Day[] {
  const missing: Day[] = []
  for (let start = firstLegalRate.since; start <= today; start = nextHalfYear(start))
    if (!rates.some(({ since }) => since === start)) missing.push(start)
  return missing
}

export function rateLabel(basisPoints: number): string {
  return `${(basisPoints / 100).toLocaleString("fr-FR", { minimumFractionDigits: 2 })}\u00a0%`
}

/** Consumer code, article L214-2. */
const FREE_MONTHS = 3

type AdvancePayment = { amount: Cents; on: Day; until?: Day }

type Repayment = { amount: Cents; on: Day }

/** Overpayments and refunds bear no interest and come off the latest sums. */
export function interestBearingSums(
  received: readonly AdvancePayment[],
  repayments: readonly Repayment[],
  price: Cents,
): AdvancePayment[] {
  const bearing: AdvancePayment[] = []
  let remaining: AdvancePayment[] = received.map((each) => ({ ...each }))
  for (const repayment of repayments)
    remaining = deductLatest(remaining, repayment, (part) => bearing.push({ ...part, until: repayment.on }))
  const excess = sumAmounts(remaining) - price
  return [...bearing, ...deductLatest(remaining, { amount: Math.max(0, excess), on: null }, () => {})]
}

function deductLatest(
  sums: readonly AdvancePayment[],
  { amount, on }: { amount: Cents; on: Day | null },
  onDeducted: (part: AdvancePayment) => void,
): AdvancePayment[] {
  let toDeduct = amount
  const remaining = sums.toReversed().map((sum) => {
    const part = on !== null && sum.on > on ? 0 : Math.min(sum.amount, toDeduct)
    if (part > 0) onDeducted({ ...sum, amount: part })
    toDeduct -= part
    return { ...sum, amount: sum.amount - part }
  })
  return remaining.toReversed().filter((sum) => sum.amount > 0)
}

/** In cents, rounded once for all payments (D30). Only consumers are owed it. */
export function advanceInterest(rates: readonly LegalRate[], payments: readonly AdvancePayment[], until: Day): Cents {
  return roundHalfAway(payments.reduce((sum, payment) => sum + paymentInterest(rates, payment, until), 0))
}

function paymentInterest(
  rates: readonly LegalRate[],
  { amount, on, until: repaidOn }: AdvancePayment,
  rental: Day,
): number {
  const from = threeMonthsAfter(on)
  const until = earlier(repaidOn ?? rental, rental)
  return rates.reduce((sum, { since, basisPoints }, index) => {
    const next = rates[index + 1]?.since ?? until
    const start = index === 0 ? from : later(since, from)
    const bearingDays = Math.max(0, daysBetween(start, earlier(next, until)))
    return sum + (amount * basisPoints * bearingDays) / (10_000 * 365)
  }, 0)
}

export function threeMonthsAfter(day: Day): Day {
  const month = addMonths(monthOf(day), FREE_MONTHS)
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate()
  return `${month}-${String(Math.min(Number(day.slice(8)), last)).padStart(2, "0")}` as Day
}
