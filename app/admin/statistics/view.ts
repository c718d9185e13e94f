import type { Day, Month } from "../../../domain/day.ts"
import type { Page } from "../../../server/platform/pagination.ts"
import type { QuoteFigures } from "../../../server/reports/statistics/quotes.ts"
import type { ProductInterest } from "../../../server/reports/statistics/queries.ts"

/** Value of `?periode`; absent means the last thirty days. */
export const twelveMonths = "12-mois"

export type StatisticsView = {
  period: "days" | "months"
  /** Both inclusive. */
  from: Day
  to: Day
  total: number
  /** Oldest first, including days or months without views. */
  steps: readonly { step: Day | Month; views: number }[]
  /** Most viewed first. */
  pages: readonly { page: string; name: string; exists: boolean; views: number }[]
  otherPages: number
  products: Page<ProductInterest>
  quotes: QuoteFigures
}
