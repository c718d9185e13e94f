import { type SQL, asc, desc, sql } from "drizzle-orm"
import type { Day, Month } from "../../../domain/day.ts"
import { type ProductId, isId } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { db } from "../../platform/database.server.ts"
import { type Page, offsetIn, pageAt } from "../../platform/lists.ts"

/**
 * Revenue is the total, tax and delivery included, of confirmed bookings, in the month of their first day, whether they
 * are paid or not; what is paid with play money brings in nothing (D73). Every figure of the back office is this one.
 */
export type MonthRevenue = { month: Month; bookings: number; revenue: Cents }
export type ProductRevenue = { productId: ProductId; product: string; bookings: number; revenue: Cents }
export type MonthProductRevenue = MonthRevenue & ProductRevenue

const counted = sql`count(*) as bookings, sum(b.total)::bigint as revenue`
const during = (from: Day, to: Day): SQL =>
  sql`b.status = 'confirmed' and not b.is_demonstration and b.first_day between ${from} and ${to}`

/** Months that have revenue, the first first; of one product, when it is named. */
export async function revenueByMonth(from: Day, to: Day, productId: string | null = null): Promise<MonthRevenue[]> {
  if (productId !== null && !isId(productId)) return []
  const only = productId === null ? sql`` : sql` and b.product_id = ${productId}`
  const { rows } = await db.execute<MonthRevenue>(sql`
    select to_char(day, 'YYYY-MM') as month, sum(bookings)::integer as bookings, sum(revenue)::bigint as revenue
    from (select b.first_day as day, ${counted} from bookings b where ${during(from, to)}${only} group by 1) days
    group by 1 order by 1`)
  return rows
}

/** By month and product, under the names that products have today: of one product, when it is named, and at most `max` lines. */
export async function revenueByMonthAndProduct(
  from: Day,
  to: Day,
  { productId = null, max = null }: { productId?: ProductId | null; max?: number | null } = {},
): Promise<MonthProductRevenue[]> {
  const only = productId === null ? sql`` : sql` and b.product_id = ${productId}`
  // Month by month, in their order: once there are enough lines, no more months are read.
  const { rows } = await db.execute<MonthProductRevenue>(sql`
    select to_char(first, 'YYYY-MM') as month, p.id as "productId", p.name as product, bookings, revenue
    from (
        select each::date as first from generate_series(date_trunc('month', ${from}::date), ${to}::date, '1 month') each order by 1) months
      cross join lateral (
        select b.product_id, ${counted} from bookings b
        where ${during(from, to)}${only} and b.first_day >= first and b.first_day < first + interval '1 month' group by 1) sold
      join products p on p.id = product_id
    order by first, p.name, p.id limit ${max}`)
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
  const by = { chiffre: sql`revenue`, reservations: sql`bookings`, produit: sql`without_accents(p.name)` }[sort]
  const { rows: found } = await db.execute<ProductRevenue & { total: number; whole: Cents }>(sql`
    with sold as materialized (select b.product_id, ${counted} from bookings b where ${during(from, to)} group by 1),
      whole as materialized (select count(*) as total, sum(revenue)::bigint as whole from sold)
    select p.id as "productId", p.name as product, bookings, revenue, total, whole
    from sold join products p on p.id = product_id cross join whole
    order by ${descending ? desc(by) : asc(by)}, p.name, p.id
    limit ${PRODUCTS_SHOWN} offset (select ${offsetIn(sql`total`, page, PRODUCTS_SHOWN)} from whole)`)
  const { total = 0, whole = 0 } = found[0] ?? {}
  const { offset: _offset, ...at } = pageAt(total, page, PRODUCTS_SHOWN)
  return { rows: found.map(({ total: _total, whole: _whole, ...row }) => row), total, revenue: whole, ...at }
}

/** The years with confirmed bookings, the latest first. */
export async function revenueYears(): Promise<number[]> {
  const { rows } = await db.execute<{ first: Day | null; last: Day | null }>(sql`
    select min(first_day) as first, max(first_day) as last from bookings where status = 'confirmed' and not is_demonstration`)
  const { first = null, last = null } = rows[0] ?? {}
  if (first === null || last === null) return []
  const [from, to] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))]
  return Array.from({ length: to - from + 1 }, (_, index) => to - index)
}
