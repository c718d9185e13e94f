import { href } from "react-router"
import type { Month } from "../../../../domain/day.ts"
import type { Cents } from "../../../../domain/money.ts"
import type {
  MonthProductRevenue,
  MonthRevenue,
  ProductRevenue,
  RevenueSort,
} from "../../../../server/money/finance/revenue.ts"
import type { Page } from "../../../../server/platform/lists.ts"
import type { ListShape, ListUrl } from "../../kit/list-url.ts"

/** `?annee=2026&produit=…&tri=produit&page=2`: this year, the product that brings in most first, when the address says nothing. */
export const revenueList: ListShape<RevenueSort> = {
  path: href("/admin/finance/revenus"),
  sorts: ["chiffre", "reservations", "produit"],
  usual: "-chiffre",
  filters: { annee: null, produit: null },
}

export type RevenueView = {
  url: ListUrl<RevenueSort>
  year: number
  /** The latest first. */
  years: readonly number[]
  /** Of this product alone; empty for all of them. */
  product: string
  products: readonly { id: string; name: string }[]
  /** January to December. */
  months: readonly MonthRevenue[]
  /** One page of the products of the year, and what all of them bring in. */
  byProduct: Page<ProductRevenue> & { revenue: Cents }
  /** The first lines, by month and by name; null of so many products that these would say nothing. */
  details: readonly MonthProductRevenue[] | null
  moreDetails: boolean
  total: Omit<MonthRevenue, "month">
  /** The month it is. */
  month: Month
}
