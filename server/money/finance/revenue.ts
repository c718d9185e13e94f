import { type SQL, asc, desc, sql } from "drizzle-orm"
import type { Day, Month } from "../../../domain/day.ts"
import { type ProductId, isId } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { selectUnitRentals, unitIdOf } from "../../availability/unit-rentals.ts"
import type { UnitKey } from "../../availability/units.ts"
import { db } from "../../platform/database.server.ts"
import { type Page, pageOffsetSql, clampPage } from "../../platform/pagination.ts"

/** Gross total of confirmed bookings by first day, paid or not; no demonstrations (D73). */
export type MonthRevenue = { month: Month; bookings: number; revenue: Cents }
export type ProductRevenue = { productId: ProductId; product: string; bookings: number; revenue: Cents }
export type MonthProductRevenue = MonthRevenue & ProductRevenue

const aggregates = sql`count(*) as bookings, sum(b.total)::bigint as revenue`
const productAggregates = sql`count(distinct booking_id) as bookings, sum(revenue)::bigint as revenue`
const inPeriod = (from: Day, to: Day): SQL =>
  sql`b.status = 'confirmed' and not b.is_demonstration and b.first_day between ${from} and ${to}`

/** A rental earns its lines, and in proportion its share of delivery and adjustments; running sums lose no cent. */
function selectRentalRevenue(period: SQL): SQL {
  const ownLines = sql`(
    select coalesce(sum((line ->> 'amount')::numeric), 0)
    from bookings cross join jsonb_array_elements(price_lines -> 'lines') line
    where id = booking_id and (line ->> 'rental')::integer = position)`
  return sql`
    select booking_id, position, first_day, product_id,
      own + round(common * running / whole) - round(common * (running - weight) / whole) as revenue
    from (
      select priced.*, total - sum(own) over booking as common, sum(weight) over booking as whole,
        sum(weight) over (booking order by position) as running
      from (
        select rented.*, own, own + 1 as weight -- The cent lets free rentals share too.
        from (
          select b.id as booking_id, b.first_day, b.total, position, rentals.product_id,
            count(*) over (partition by b.id) as rental_count
          from bookings b join rentals on booking_id = b.id where ${period}) rented
          cross join lateral (select case when rental_count = 1 then total else ${ownLines} end as own) lines) priced
      window booking as (partition by booking_id)) shared`
}

export async function readRevenueByMonth(from: Day, to: Day, productId: string | null = null): Promise<MonthRevenue[]> {
  if (productId !== null && !isId(productId)) return []
  const days =
    productId === null
      ? sql`select b.first_day as day, ${aggregates} from bookings b where ${inPeriod(from, to)} group by 1`
      : sql`select first_day as day, ${productAggregates} from (${selectRentalRevenue(inPeriod(from, to))}) sold
          where product_id = ${productId} group by 1`
  const { rows } = await db.execute<MonthRevenue>(sql`
    select to_char(day, 'YYYY-MM') as month, sum(bookings)::integer as bookings, sum(revenue)::bigint as revenue
    from (${days}) days group by 1 order by 1`)
  return rows
}

export async function readRevenueByMonthAndProduct(
  from: Day,
  to: Day,
  { productId = null, max = null }: { productId?: ProductId | null; max?: number | null } = {},
): Promise<MonthProductRevenue[]> {
  const inMonth = sql`${inPeriod(from, to)} and b.first_day >= first and b.first_day < first + interval '1 month'`
  const productFilter = productId === null ? sql`` : sql` where product_id = ${productId}`
  const { rows } = await db.execute<MonthProductRevenue>(sql`
    select to_char(first, 'YYYY-MM') as month, p.id as "productId", p.name as product, bookings, revenue
    from (
        select each::date as first from generate_series(date_trunc('month', ${from}::date), ${to}::date, '1 month') each order by 1) months
      cross join lateral (
        select product_id, ${productAggregates} from (${selectRentalRevenue(inMonth)}) rented${productFilter} group by 1) sold
      join products p on p.id = product_id
    order by first, p.name, p.id limit ${max}`)
  return rows
}

/** Its rentals' revenue, shared equally between the machines of each rental. */
export async function readUnitRevenue(key: UnitKey, from: Day, to: Day): Promise<Cents> {
  const unit = unitIdOf(key)
  const rentals = sql`(${selectUnitRentals(unit)})`
  const { rows } = await db.execute<{ revenue: Cents }>(sql`
    select coalesce(sum(round(revenue * place / machines) - round(revenue * (place - 1) / machines)), 0)::bigint as revenue
    from ${rentals} own join (${selectRentalRevenue(
      sql`${inPeriod(from, to)} and b.id in (select booking_id from ${rentals} rented)`,
    )}) earned on earned.booking_id = own.booking_id and position = rental
    where unit_id = ${unit}`)
  return rows[0]?.revenue ?? 0
}

const revenueSorts = ["chiffre", "reservations", "produit"] as const
export type RevenueSort = (typeof revenueSorts)[number]

const PRODUCTS_PER_PAGE = 25

export async function readRevenueByProduct(
  from: Day,
  to: Day,
  { sort, descending, page }: { sort: RevenueSort; descending: boolean; page: number },
): Promise<Page<ProductRevenue> & { revenue: Cents }> {
  const by = { chiffre: sql`revenue`, reservations: sql`bookings`, produit: sql`without_accents(p.name)` }[sort]
  const { rows: results } = await db.execute<ProductRevenue & { total: number; whole: Cents }>(sql`
    with sold as materialized (
        select product_id, ${productAggregates} from (${selectRentalRevenue(inPeriod(from, to))}) rented group by 1),
      whole as materialized (select count(*) as total, sum(revenue)::bigint as whole from sold)
    select p.id as "productId", p.name as product, bookings, revenue, total, whole
    from sold join products p on p.id = product_id cross join whole
    order by ${descending ? desc(by) : asc(by)}, p.name, p.id
    limit ${PRODUCTS_PER_PAGE} offset (select ${pageOffsetSql(sql`total`, page, PRODUCTS_PER_PAGE)} from whole)`)
  const { total = 0, whole = 0 } = results[0] ?? {}
  const { offset: _offset, ...at } = clampPage(total, page, PRODUCTS_PER_PAGE)
  return { rows: results.map(({ total: _total, whole: _whole, ...row }) => row), total, revenue: whole, ...at }
}

export async function listRevenueYears(): Promise<number[]> {
  const { rows } = await db.execute<{ first: Day | null; last: Day | null }>(sql`
    select min(first_day) as first, max(first_day) as last from bookings where status = 'confirmed' and not is_demonstration`)
  const { first = null, last = null } = rows[0] ?? {}
  if (first === null || last === null) return []
  const [from, to] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))]
  return Array.from({ length: to - from + 1 }, (_, index) => to - index)
}
