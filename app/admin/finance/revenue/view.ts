import { href } from "react-router"
import type { Month } from "../../../../domain/day.ts"
import type { Cents } from "../../../../domain/money.ts"
import type {
  MonthProductRevenue,
  MonthRevenue,
  ProductRevenue,
  RevenueSort,
} from "../../../../server/money/finance/revenue.ts"
import type { Page } from "../../../../server/platform/pagination.ts"
import type { ListShape, ListUrl } from "../../kit/list-url.ts"

/** `?annee=2026&produit=…&tri=produit&page=2` */
export const revenueList: ListShape<RevenueSort> = {
  path: href("/admin/finance/revenus"),
  sorts: ["chiffre", "reservations", "produit"],
  defaultOrder: "-chiffre",
  filters: { annee: null, produit: null },
}

export type RevenueView = {
  url: ListUrl<RevenueSort>
  year: number
  years: readonly number[]
  /** Empty for all products. */
  product: string
  products: readonly { id: string; name: string }[]
  /** January to December. */
  months: readonly MonthRevenue[]
  byProduct: Page<ProductRevenue> & { revenue: Cents }
  /** null when there are too many products to list. */
  details: readonly MonthProductRevenue[] | null
  hasMoreDetails: boolean
  total: Omit<MonthRevenue, "month">
  currentMonth: Month
}
