import { type Day, addMonths, dayInParis, monthOf } from "../../../../domain/day.ts"
import { listFilterProducts } from "../../../../server/catalog/queries.ts"
import {
  type MonthRevenue,
  readRevenueByMonth,
  readRevenueByMonthAndProduct,
  readRevenueByProduct,
  listRevenueYears,
} from "../../../../server/money/finance/revenue.ts"
import { readListUrl } from "../../kit/list-url.ts"
import { type RevenueView, revenueList } from "./view.ts"

/** Falls back to the current year. */
export function requestedYear(values: URLSearchParams, today: Day): number {
  const text = values.get("annee") ?? ""
  return /^(19|20|21)\d{2}$/.test(text) ? Number(text) : Number(today.slice(0, 4))
}

const MAX_DETAILS = 60

export async function readRevenue(values: URLSearchParams, now: Date): Promise<RevenueView> {
  const today = dayInParis(now)
  const year = requestedYear(values, today)
  const url = readListUrl(values, revenueList)
  const [from, to]: [Day, Day] = [`${year}-01-01`, `${year}-12-31`]
  const requestedProduct = url.filters["produit"] ?? ""
  const [years, products] = await Promise.all([listRevenueYears(), listFilterProducts(requestedProduct)])
  const productId = products.find(({ id }) => id === requestedProduct)?.id ?? null
  const [monthRows, byProduct] = await Promise.all([
    readRevenueByMonth(from, to, productId),
    readRevenueByProduct(from, to, url),
  ])
  // Each product has at least one row, so with this many the list would be too long anyway.
  const details =
    productId === null && byProduct.total > MAX_DETAILS
      ? null
      : await readRevenueByMonthAndProduct(from, to, { productId, max: MAX_DETAILS + 1 })
  const byMonth = new Map(monthRows.map((each) => [each.month, each]))
  const thisYear = Number(today.slice(0, 4))
  return {
    url,
    year,
    years: [...new Set([year, thisYear, ...years])].toSorted((a, b) => b - a),
    product: productId ?? "",
    products: products.toSorted((a, b) => french.compare(a.name, b.name)),
    months: Array.from({ length: 12 }, (_, index) => addMonths(`${year}-01`, index)).map(
      (month) => byMonth.get(month) ?? { month, bookings: 0, revenue: 0 },
    ),
    byProduct,
    details: details && details.slice(0, MAX_DETAILS),
    hasMoreDetails: details !== null && details.length > MAX_DETAILS,
    total: { bookings: sum(monthRows, "bookings"), revenue: sum(monthRows, "revenue") },
    currentMonth: monthOf(today),
  }
}

const french = new Intl.Collator("fr")

function sum(rows: readonly MonthRevenue[], figure: "bookings" | "revenue"): number {
  return rows.reduce((total, row) => total + row[figure], 0)
}
