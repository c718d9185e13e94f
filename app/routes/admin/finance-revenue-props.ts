import { type Day, addMonths, dayInParis } from "../../../domain/day.ts"
import { allProducts } from "../../../server/catalog/queries.ts"
import { type MonthProductRevenue, type ProductRevenue, revenueByMonthAndProduct, revenueYears } from "../../../server/finance/revenue.ts"
import type { RevenueView } from "../../components/admin-finance/revenue-view.ts"

/** The year that the address asks for, else the year it is. */
export function yearIn(values: URLSearchParams, today: Day): number {
  const asked = values.get("annee") ?? ""
  return /^(19|20|21)\d{2}$/.test(asked) ? Number(asked) : Number(today.slice(0, 4))
}

/** Revenue of a year by month and by product; of one product, when the address names one. */
export async function readRevenue(values: URLSearchParams, now: Date): Promise<RevenueView> {
  const today = dayInParis(now)
  const year = yearIn(values, today)
  const [rows, years, products] = await Promise.all([revenueByMonthAndProduct(`${year}-01-01`, `${year}-12-31`), revenueYears(), allProducts()])
  const asked = values.get("produit") ?? ""
  const product = products.some(({ id }) => id === asked) ? asked : ""
  const shown = product === "" ? rows : rows.filter(({ productId }) => productId === product)
  const thisYear = Number(today.slice(0, 4))
  return {
    year,
    years: [...new Set([year, thisYear, ...years])].toSorted((a, b) => b - a),
    product,
    products: products.map(({ id, name }) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name, "fr")),
    months: Array.from({ length: 12 }, (_, index) => {
      const month = addMonths(`${year}-01`, index)
      const of = shown.filter((row) => row.month === month)
      return { month, bookings: sum(of, "bookings"), revenue: sum(of, "revenue") }
    }),
    byProduct: byProduct(rows),
    details: shown,
    total: { bookings: sum(shown, "bookings"), revenue: sum(shown, "revenue") },
    month: today.slice(0, 7),
  }
}

function byProduct(rows: readonly MonthProductRevenue[]): ProductRevenue[] {
  const products = new Map<string, ProductRevenue>()
  for (const { productId, product, bookings, revenue } of rows) {
    const known = products.get(productId) ?? { productId, product, bookings: 0, revenue: 0 }
    products.set(productId, { ...known, bookings: known.bookings + bookings, revenue: known.revenue + revenue })
  }
  return [...products.values()].toSorted((a, b) => b.revenue - a.revenue)
}

function sum(rows: readonly MonthProductRevenue[], figure: "bookings" | "revenue"): number {
  return rows.reduce((total, row) => total + row[figure], 0)
}
