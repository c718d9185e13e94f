import { sql } from "drizzle-orm"
import { customerDay } from "../../../domain/availability/calendar.ts"
import { rentalWindow } from "../../../domain/availability/rentable-days.ts"
import { addDays, dayInParis, eachDay } from "../../../domain/day.ts"
import type { ProductId } from "../../../domain/id.ts"
import { readProductCalendars } from "../../availability/queries.ts"
import { hasPrice, listActiveProducts } from "../../catalog/queries.ts"
import { db } from "../../platform/database.server.ts"

export type NewShopStatus = {
  hidden: { id: ProductId; name: string; hasPrice: boolean } | null
  activeCount: number
  hasFreeDay: boolean
}

const MAX_PRODUCTS_CHECKED = 20

/** null from the first booking on. */
export async function readNewShopStatus(at: Date): Promise<NewShopStatus | null> {
  const { rows } = await db.execute(sql`select 1 from bookings order by id limit 1`)
  if (rows.length > 0) return null
  const activeProducts = await listActiveProducts()
  return {
    hidden: activeProducts.length > 0 ? null : await readFirstHidden(),
    activeCount: activeProducts.length,
    hasFreeDay: await haveFreeDay(activeProducts.slice(0, MAX_PRODUCTS_CHECKED), at),
  }
}

async function readFirstHidden(): Promise<NewShopStatus["hidden"]> {
  const { rows } = await db.execute<{ id: ProductId; name: string; hasPrice: boolean }>(sql`
    select id, name, ${hasPrice} as "hasPrice" from products where archived_at is null order by created_at, id limit 1`)
  return rows[0] ?? null
}

async function haveFreeDay(products: Awaited<ReturnType<typeof listActiveProducts>>, at: Date): Promise<boolean> {
  const today = dayInParis(at)
  const horizonDays = Math.max(0, ...products.map((product) => rentalWindow(product, today).horizonDays ?? 0))
  const last = addDays(today, horizonDays)
  const calendars = await readProductCalendars(products, today, last, { customerId: null, at })
  return [...calendars.values()].some((calendar) =>
    eachDay(today, last).some((day) => customerDay(day, calendar) === "free"),
  )
}
