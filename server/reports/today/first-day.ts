import { sql } from "drizzle-orm"
import { customerDay } from "../../../domain/availability/calendar.ts"
import { rentalWindow } from "../../../domain/availability/rentable-days.ts"
import { addDays, dayInParis, eachDay } from "../../../domain/day.ts"
import type { ProductId } from "../../../domain/id.ts"
import { productCalendars } from "../../availability/queries.ts"
import { activeProducts } from "../../catalog/queries.ts"
import { db } from "../../platform/database.server.ts"

/** What stands of a shop that nobody has booked in yet. */
export type FirstDay = {
  /** The oldest product that is not shown, while none is; null when there is none, or one is shown. */
  hidden: { id: ProductId; name: string; hasPrice: boolean } | null
  shown: number
  /** At least one day of a shown product can be booked. */
  hasFreeDay: boolean
}

/** More products than these are not a first day; one of them is enough. */
const LOOKED_AT = 20

/** Null once somebody has booked, whatever became of it: then the shop is no longer new. */
export async function readFirstDay(at: Date): Promise<FirstDay | null> {
  const { rows } = await db.execute(sql`select 1 from bookings order by id limit 1`)
  if (rows.length > 0) return null
  const shown = await activeProducts()
  return {
    hidden: shown.length > 0 ? null : await firstHidden(),
    shown: shown.length,
    hasFreeDay: await haveFreeDay(shown.slice(0, LOOKED_AT), at),
  }
}

async function firstHidden(): Promise<FirstDay["hidden"]> {
  const { rows } = await db.execute<{ id: ProductId; name: string; hasPrice: boolean }>(sql`
    select id, name, price > 0 as "hasPrice" from products where archived_at is null order by created_at, id limit 1`)
  return rows[0] ?? null
}

async function haveFreeDay(products: Awaited<ReturnType<typeof activeProducts>>, at: Date): Promise<boolean> {
  const today = dayInParis(at)
  const reach = Math.max(0, ...products.map((product) => rentalWindow(product, today).horizonDays ?? 0))
  const last = addDays(today, reach)
  const calendars = await productCalendars(products, today, last, { customerId: null, at })
  return [...calendars.values()].some((calendar) =>
    eachDay(today, last).some((day) => customerDay(day, calendar) === "free"),
  )
}
