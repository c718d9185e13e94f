import { sql } from "drizzle-orm"
import { type Day, addDays, startOfDayInParis } from "../../../domain/day.ts"
import { type ProductId, isId } from "../../../domain/id.ts"
import { db } from "../../platform/database.server.ts"
import { type Page, pageOffsetSql, clampPage } from "../../platform/pagination.ts"

export async function listViewsByDay(from: Day, to: Day): Promise<{ day: Day; views: number }[]> {
  const { rows } = await db.execute<{ day: Day; views: number }>(sql`
    select day, sum(views) as views from page_views where day between ${from} and ${to} group by day order by day`)
  return rows
}

export async function listMostViewed(
  from: Day,
  to: Day,
  max: number,
): Promise<{ items: { page: string; views: number }[]; count: number }> {
  const { rows } = await db.execute<{ page: string; views: number; count: number }>(sql`
    select page, sum(views) as views, count(*) over () as count
    from page_views where day between ${from} and ${to} group by page order by 2 desc, page limit ${max}`)
  return { items: rows.map(({ page, views }) => ({ page, views })), count: rows[0]?.count ?? 0 }
}

export type NamedProduct = { id: ProductId; name: string; offered: boolean }

export async function readProductNames(ids: readonly string[]): Promise<NamedProduct[]> {
  const { rows } = await db.execute<NamedProduct>(sql`
    select id, name, is_active and archived_at is null as offered from products where id = any(${sql.param(ids.filter(isId))}::uuid[])`)
  return rows
}

export type ProductInterest = { id: ProductId; name: string; views: number; requests: number }

const PRODUCTS_PER_PAGE = 25

/** Counts requests placed by customers themselves, whatever became of them. */
export async function listInterestByProduct(from: Day, to: Day, page: number): Promise<Page<ProductInterest>> {
  const [start, end] = [startOfDayInParis(from).toISOString(), startOfDayInParis(addDays(to, 1)).toISOString()]
  const { rows } = await db.execute<ProductInterest & { total: number }>(sql`
    with requested as (
      select rentals.product_id, count(distinct booking_id) as requests
      from bookings join rentals on booking_id = bookings.id
      where placed_by is null and created_at >= ${start} and created_at < ${end} group by 1
    ), viewed as (
      select page, sum(views) as views from page_views
      where day between ${from} and ${to} and page like '/product/%' group by 1
    ), interest as materialized (
      select id, name, coalesce(views, 0) as views, coalesce(requests, 0) as requests
      from products left join requested on product_id = id left join viewed on page = '/product/' || id
      where is_active and archived_at is null or views > 0 or requests > 0
    ), whole as materialized (select count(*) as total from interest),
    place as materialized (select ${pageOffsetSql(sql`total`, page, PRODUCTS_PER_PAGE)} as before from whole),
    -- Sorts by name only the rows that this page can contain.
    foremost as (
      select * from interest order by views desc, requests desc
      fetch first (select before + ${PRODUCTS_PER_PAGE}::bigint from place) rows with ties
    )
    select id, name, views, requests, total from foremost cross join whole
    order by views desc, requests desc, without_accents(name), id
    limit ${PRODUCTS_PER_PAGE} offset (select before from place)`)
  const total = rows[0]?.total ?? 0
  const { offset: _offset, ...at } = clampPage(total, page, PRODUCTS_PER_PAGE)
  return { rows: rows.map(({ total: _total, ...row }) => row), total, ...at }
}
