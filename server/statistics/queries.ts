import { between, desc, sql } from "drizzle-orm"
import type { ProductId } from "../../domain/id.ts"
import { type Day, addDays, startOfDayInParis } from "../../domain/day.ts"
import { db } from "../database.server.ts"
import { pageViews } from "../schema/statistics.ts"

/** All public pages together, of the days that have any, the first first. */
export async function viewsByDay(from: Day, to: Day): Promise<{ day: Day; views: number }[]> {
  const { rows } = await db.execute<{ day: Day; views: number }>(sql`
    select day, sum(views) as views from page_views where day between ${from} and ${to} group by day order by day`)
  return rows
}

/** Each page that was opened in that time, the most read first. */
export async function viewsByPage(from: Day, to: Day): Promise<{ page: string; views: number }[]> {
  const views = sql<number>`sum(${pageViews.views})`.mapWith(Number)
  return db
    .select({ page: pageViews.page, views })
    .from(pageViews)
    .where(between(pageViews.day, from, to))
    .groupBy(pageViews.page)
    .orderBy(desc(views), pageViews.page)
}

export type KnownProduct = { id: ProductId; name: string; offered: boolean; requests: number }

/**
 * Every product by the name it has today, archived ones too, with the bookings that customers asked for themselves in
 * that time, whatever became of them.
 */
export async function productsWithRequests(from: Day, to: Day): Promise<KnownProduct[]> {
  const [start, end] = [startOfDayInParis(from).toISOString(), startOfDayInParis(addDays(to, 1)).toISOString()]
  const { rows } = await db.execute<KnownProduct>(sql`
    select p.id, p.name, p.is_active and p.archived_at is null as offered, (
      select count(*) from bookings b
      where b.product_id = p.id and b.placed_by is null and b.created_at >= ${start} and b.created_at < ${end}) as requests
    from products p order by p.name, p.id`)
  return rows
}
