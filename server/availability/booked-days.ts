import { sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import type { Day } from "../../domain/day.ts"
import { type Executor, db } from "../platform/database.server.ts"
import { expiredRequest } from "./expired.ts"
import { type PlannedBooking, plannedBookings } from "./planning.ts"

/** A pending or confirmed booking and those of the days asked for that it rents. */
export type BookingOnDays = Omit<PlannedBooking, "dates"> & { days: Day[] }

/** The bookings that rent one of these products on one of these days, the first day first; preparation days and expired requests do not count. */
export async function bookingsOn(
  executor: Executor,
  productIds: readonly ProductId[],
  days: readonly Day[],
  at: Date,
): Promise<BookingOnDays[]> {
  if (productIds.length === 0 || days.length === 0) return []
  const { rows } = await executor.execute<{ id: BookingId; days: Day[] }>(sql`
    select booking_id as id, array_agg(distinct day::text order by day::text) as days
    from occupancy
    where product_id = any(${sql.param(productIds)}::uuid[]) and day = any(${sql.param(days)}::date[])
      and kind = 'booking' and role = 'rental' and not ${expiredRequest(at)}
    group by booking_id
    order by min(day)`)
  const bookings = await plannedBookings(
    rows.map(({ id }) => id),
    at,
    executor,
  )
  return rows.flatMap(({ id, days: rented }) => {
    const booking = bookings.get(id)
    if (!booking) return []
    const { dates: _, ...rest } = booking
    return [{ ...rest, days: rented }]
  })
}

export type ClosingPreview = {
  bookings: BookingOnDays[]
  /** Days that are closed already, for each product. */
  closed: { productId: ProductId; day: Day; reason: string | null }[]
  /** Customers whose cart holds one of these days: they will have to choose another. */
  carts: number
}

/** What closing or opening these days would meet; nothing is changed. */
export async function previewDays(
  productIds: readonly ProductId[],
  days: readonly Day[],
  at: Date,
): Promise<ClosingPreview> {
  if (productIds.length === 0 || days.length === 0) return { bookings: [], closed: [], carts: 0 }
  const [bookings, closed, held] = await Promise.all([
    bookingsOn(db, productIds, days, at),
    db.execute<{ productId: ProductId; day: Day; reason: string | null }>(sql`
      select product_id as "productId", date as day, reason from available_dates
      where product_id = any(${sql.param(productIds)}::uuid[]) and date = any(${sql.param(days)}::date[]) and not is_available
      order by date`),
    db.execute<{ carts: number }>(sql`
      select count(distinct cart_id) as carts from occupancy
      where product_id = any(${sql.param(productIds)}::uuid[]) and day = any(${sql.param(days)}::date[])
        and kind = 'hold' and hold_ends_at > ${at.toISOString()}`),
  ])
  return { bookings, closed: closed.rows, carts: Number(held.rows[0]?.carts ?? 0) }
}
