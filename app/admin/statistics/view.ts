import type { Day, Month } from "../../../domain/day.ts"
import type { Page } from "../../../server/platform/lists.ts"
import type { ProductInterest } from "../../../server/reports/statistics/queries.ts"

/** Of the address: the last twelve months; absent, the last thirty days. */
export const twelveMonths = "12-mois"

export type StatisticsView = {
  period: "days" | "months"
  /** The first and last day that are counted, both included. */
  from: Day
  to: Day
  total: number
  /** One for each day, or each month, the first first; also those on which nothing was counted. */
  steps: readonly { step: Day | Month; views: number }[]
  /** The most read first, no more than are looked through. */
  pages: readonly { page: string; name: string; exists: boolean; views: number }[]
  otherPages: number
  /** A page of them. */
  products: Page<ProductInterest>
}
