import { type Day, type Month, addDays, addMonths, dayInParis, eachDay, monthOf } from "../../../domain/day.ts"
import {
  type NamedProduct,
  listInterestByProduct,
  listMostViewed,
  readProductNames,
  listViewsByDay,
} from "../../../server/reports/statistics/queries.ts"
import { readQuoteFigures } from "../../../server/reports/statistics/quotes.ts"
import { type StatisticsView, twelveMonths } from "./view.ts"
import { publicPages } from "../../http/public-pages.ts"
import { readPage } from "../../../domain/whole-number.ts"

const DAYS = 30
const MONTHS = 12
const MAX_PAGES = 12

const labels = new Map(publicPages.flatMap(({ pages }) => pages.map(({ path, label }) => [path, label])))
const productPageNames: Readonly<Record<string, (name: string) => string>> = {
  product: (name) => name,
  book: (name) => `${name}, page de réservation`,
  manual: (name) => `${name}, notice`,
}

export async function readStatistics(values: URLSearchParams, now: Date): Promise<StatisticsView> {
  const to = dayInParis(now)
  const isByMonth = values.get("periode") === twelveMonths
  const from: Day = isByMonth ? `${addMonths(monthOf(to), 1 - MONTHS)}-01` : addDays(to, 1 - DAYS)
  const [byDay, topPages, products, quotes] = await Promise.all([
    listViewsByDay(from, to),
    listMostViewed(from, to, MAX_PAGES),
    listInterestByProduct(from, to, readPage(values.get("page"))),
    readQuoteFigures(from, to),
  ])
  const viewedProducts = await readProductNames(topPages.items.map(({ page }) => page.split("/")[2] ?? ""))
  return {
    period: isByMonth ? "months" : "days",
    from,
    to,
    total: byDay.reduce((sum, { views }) => sum + views, 0),
    steps: isByMonth
      ? byMonth(byDay, from)
      : eachDay(from, to).map((step) => ({ step, views: byDay.find(({ day }) => day === step)?.views ?? 0 })),
    pages: topPages.items.map(({ page, views }) => ({ page, views, ...describePage(page, viewedProducts) })),
    otherPages: topPages.count - topPages.items.length,
    products,
    quotes,
  }
}

function byMonth(days: readonly { day: Day; views: number }[], from: Day): { step: Month; views: number }[] {
  return Array.from({ length: MONTHS }, (_, index) => {
    const step = addMonths(monthOf(from), index)
    return { step, views: days.filter(({ day }) => monthOf(day) === step).reduce((sum, { views }) => sum + views, 0) }
  })
}

/** Uses today's name; `exists` is false when the page is gone. */
function describePage(page: string, products: readonly NamedProduct[]): { name: string; exists: boolean } {
  const label = labels.get(page)
  if (label !== undefined) return { name: label, exists: true }
  const [, kind = "", id] = page.split("/")
  const product = products.find((each) => each.id === id)
  const formatName = productPageNames[kind] ?? ((name: string) => name)
  return { name: formatName(product?.name ?? "Produit supprimé"), exists: product?.offered ?? false }
}
