import { type Day, addMonths, dayInParis, monthOf } from "../../../../domain/day.ts"
import { productsToNarrowBy } from "../../../../server/catalog/queries.ts"
import {
  type MonthRevenue,
  revenueByMonth,
  revenueByMonthAndProduct,
  revenueByProduct,
  revenueYears,
} from "../../../../server/money/finance/revenue.ts"
import { readListUrl } from "../../kit/list-url.ts"
import { type RevenueView, revenueList } from "./view.ts"

/** The year that the address asks for, else the year it is. */
export function yearIn(values: URLSearchParams, today: Day): number {
  const asked = values.get("annee") ?? ""
  return /^(19|20|21)\d{2}$/.test(asked) ? Number(asked) : Number(today.slice(0, 4))
}

/** Details beyond these are read in a spreadsheet. */
const MAX_DETAILS = 60

/** Revenue of a year by month and by product; of one product, when the address names one. */
export async function readRevenue(values: URLSearchParams, now: Date): Promise<RevenueView> {
  const today = dayInParis(now)
  const year = yearIn(values, today)
  const url = readListUrl(values, revenueList)
  const [from, to]: [Day, Day] = [`${year}-01-01`, `${year}-12-31`]
  const asked = url.filters["produit"] ?? ""
  const [years, products] = await Promise.all([revenueYears(), productsToNarrowBy(asked)])
  const productId = products.find(({ id }) => id === asked)?.id ?? null
  const [found, byProduct] = await Promise.all([revenueByMonth(from, to, productId), revenueByProduct(from, to, url)])
  // Each of them has a line at least.
  const details =
    productId === null && byProduct.total > MAX_DETAILS
      ? null
      : await revenueByMonthAndProduct(from, to, { productId, max: MAX_DETAILS + 1 })
  const known = new Map(found.map((each) => [each.month, each]))
  const thisYear = Number(today.slice(0, 4))
  return {
    url,
    year,
    years: [...new Set([year, thisYear, ...years])].toSorted((a, b) => b - a),
    product: productId ?? "",
    products: products.toSorted((a, b) => french.compare(a.name, b.name)),
    months: Array.from({ length: 12 }, (_, index) => addMonths(`${year}-01`, index)).map(
      (month) => known.get(month) ?? { month, bookings: 0, revenue: 0 },
    ),
    byProduct,
    details: details && details.slice(0, MAX_DETAILS),
    moreDetails: details !== null && details.length > MAX_DETAILS,
    total: { bookings: sum(found, "bookings"), revenue: sum(found, "revenue") },
    month: monthOf(today),
  }
}

const french = new Intl.Collator("fr")

function sum(rows: readonly MonthRevenue[], figure: "bookings" | "revenue"): number {
  return rows.reduce((total, row) => total + row[figure], 0)
}
