import { type SQL, asc, desc, sql } from "drizzle-orm"
import type { Day, Month } from "../../domain/day.ts"
import { type ProductId, isId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { db } from "../database.server.ts"
import { type Page, pageAt } from "../lists.ts"

/**
 * Revenue is the total, tax and delivery included, of confirmed bookings, in the month of their first day, whether they
 * are paid or not. Every figure of the back office is this one.
 */
export type MonthRevenue = { month: Month; bookings: number; revenue: Cents }
export type ProductRevenue = { productId: ProductId; product: string; bookings: number; revenue: Cents }
export type MonthProductRevenue = MonthRevenue & ProductRevenue

const counted = sql`count(*) as bookings, sum(b.total)::bigint as revenue`
const monthColumn = sql`to_char(b.first_day, 'YYYY-MM')`
const during = (from: Day, to: Day): SQL => sql`b.status = 'confirmed' and b.first_day between ${from} and ${to}`

/** Months that have revenue, the first first; of one product, when it is named. */
export async function revenueByMonth(from: Day, to: Day, productId: string | null = null): Promise<MonthRevenue[]> {
  if (productId !== null && !isId(productId)) return []
  const only = productId === null ? sql`` : sql` and b.product_id = ${productId}`
  const { rows } = await db.execute<MonthRevenue>(sql`
    select ${monthColumn} as month, ${counted} from bookings b where ${during(from, to)}${only} group by 1 order by 1`)
  return rows
}

/** By month and product, under the names that products have today: of one product, when it is named, and at most `max` lines. */
export async function revenueByMonthAndProduct(
  from: Day,
  to: Day,
  { productId = null, max = null }: { productId?: ProductId | null; max?: number | null } = {},
): Promise<MonthProductRevenue[]> {
  const only = productId === null ? sql`` : sql` and b.product_id = ${productId}`
  const { rows } = await db.execute<MonthProductRevenue>(sql`
    select ${monthColumn} as month, p.id as "productId", p.name as product, ${counted}
    from bookings b join products p on p.id = b.product_id
    where ${during(from, to)}${only} group by 1, p.id order by 1, p.name, p.id limit ${max}`)
  return rows
}

const revenueSorts = ["chiffre", "reservations", "produit"] as const
export type RevenueSort = (typeof revenueSorts)[number]

const PRODUCTS_SHOWN = 25

/** One page of the products that have revenue, under the names that they have today, with what all of them bring in together. */
export async function revenueByProduct(
  from: Day,
  to: Day,
  { sort, descending, page }: { sort: RevenueSort; descending: boolean; page: number },
): Promise<Page<ProductRevenue> & { revenue: Cents }> {
  const { rows: sums } = await db.execute<{ products: number; revenue: Cents }>(sql`
    select count(distinct b.product_id)::integer as products, coalesce(sum(b.total), 0)::bigint as revenue from bookings b where ${during(from, to)}`)
  const { products: total = 0, revenue = 0 } = sums[0] ?? {}
  const { offset, ...at } = pageAt(total, page, PRODUCTS_SHOWN)
  const by = { chiffre: sql`revenue`, reservations: sql`bookings`, produit: sql`without_accents(p.name)` }[sort]
  const { rows } = await db.execute<ProductRevenue>(sql`
    select p.id as "productId", p.name as product, b.bookings, b.revenue
    from (select b.product_id, ${counted} from bookings b where ${during(from, to)} group by 1) b join products p on p.id = b.product_id
    order by ${descending ? desc(by) : asc(by)}, p.name, p.id limit ${PRODUCTS_SHOWN} offset ${offset}`)
  return { rows, total, revenue, ...at }
}

/** The years with confirmed bookings, the latest first. */
export async function revenueYears(): Promise<number[]> {
  const { rows } = await db.execute<{ first: Day | null; last: Day | null }>(sql`
    select min(first_day) as first, max(first_day) as last from bookings where status = 'confirmed'`)
  const { first = null, last = null } = rows[0] ?? {}
  if (first === null || last === null) return []
  const [from, to] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))]
  return Array.from({ length: to - from + 1 }, (_, index) => to - index)
}
