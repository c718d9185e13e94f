import { type SQL, sql } from "drizzle-orm"
import type { Day, Month } from "../../domain/day.ts"
import type { Cents } from "../../domain/money.ts"
import { isId } from "../catalog/queries.ts"
import { db } from "../database.server.ts"

/**
 * Revenue is the total, tax and delivery included, of confirmed bookings, in the month of their first day, whether they
 * are paid or not. Every figure of the back office is this one.
 */
export type MonthRevenue = { month: Month; bookings: number; revenue: Cents }
export type ProductRevenue = { productId: string; product: string; bookings: number; revenue: Cents }
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

/** By month and product, under the names that products have today. */
export async function revenueByMonthAndProduct(from: Day, to: Day): Promise<MonthProductRevenue[]> {
  const { rows } = await db.execute<MonthProductRevenue>(sql`
    select ${monthColumn} as month, p.id as "productId", p.name as product, ${counted}
    from bookings b join products p on p.id = b.product_id
    where ${during(from, to)} group by 1, p.id order by 1, p.name, p.id`)
  return rows
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
