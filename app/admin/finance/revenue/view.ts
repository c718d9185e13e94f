import { href } from "react-router"
import type { Month } from "../../../../domain/day.ts"
import type { Cents } from "../../../../domain/money.ts"
import type { ListShape, ListUrl } from "../../kit/list-url.ts"

type Figures = { bookings: number; revenue: Cents }

export type RevenueSortName = "chiffre" | "reservations" | "produit"

/** `?annee=2026&produit=…&tri=produit&page=2`: this year, the product that brings in most first, when the address says nothing. */
export const revenueList: ListShape<RevenueSortName> = {
  path: href("/admin/finance/revenus"),
  sorts: ["chiffre", "reservations", "produit"],
  usual: "-chiffre",
  filters: { annee: null, produit: null },
}

export type RevenueView = {
  url: ListUrl<RevenueSortName>
  year: number
  /** The latest first. */
  years: readonly number[]
  /** Of this product alone; empty for all of them. */
  product: string
  products: readonly { id: string; name: string }[]
  /** January to December. */
  months: readonly ({ month: Month } & Figures)[]
  /** One page of the products of the year, and what all of them bring in. */
  byProduct: {
    rows: readonly ({ productId: string; product: string } & Figures)[]
    revenue: Cents
    total: number
    page: number
    pages: number
  }
  /** The first lines, by month and by name; null of so many products that these would say nothing. */
  details: readonly ({ month: Month; productId: string; product: string } & Figures)[] | null
  moreDetails: boolean
  total: Figures
  /** The month it is. */
  month: Month
}
