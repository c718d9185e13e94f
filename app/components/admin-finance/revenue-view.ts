import type { Month } from "../../../domain/day.ts"
import type { Cents } from "../../../domain/money.ts"

type Figures = { bookings: number; revenue: Cents }

export type RevenueView = {
  year: number
  /** The latest first. */
  years: readonly number[]
  /** Of this product alone; empty for all of them. */
  product: string
  products: readonly { id: string; name: string }[]
  /** January to December. */
  months: readonly ({ month: Month } & Figures)[]
  /** All products of the year, the best first. */
  byProduct: readonly ({ productId: string; product: string } & Figures)[]
  details: readonly ({ month: Month; productId: string; product: string } & Figures)[]
  total: Figures
  /** The month it is. */
  month: Month
}
