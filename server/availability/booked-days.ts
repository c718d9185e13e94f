import { sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import type { Day } from "../../domain/day.ts"
import { type Executor, db } from "../platform/database.server.ts"
import { isExpiredBooking } from "./expired.ts"
import { occupiedDays } from "./ranges.ts"
import { type PlannedBooking, findPlannedBookings } from "./planning.ts"

export type BookingOnDays = Omit<PlannedBooking, "dates"> & { days: Day[] }

export async function findBookingsOn(
  executor: Executor,
  productIds: readonly ProductId[],
  days: readonly Day[],
  at: Date,
): Promise<BookingOnDays[]> {
  if (productIds.length === 0 || days.length === 0) return []
  const { rows } = await executor.execute<{ id: BookingId; days: Day[] }>(sql`
    select booking_id as id, array_agg(distinct day::text order by day::text) as days
    from ${occupiedDays(days)}
    where product_id = any(${sql.param(productIds)}::uuid[]) and day = any(${sql.param(days)}::date[])
      and kind = 'booking' and role = 'rental' and not ${isExpiredBooking(at)}
    group by booking_id
    order by min(day)`)
  const bookings = await findPlannedBookings(
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
  closed: { productId: ProductId; day: Day; reason: string | null }[]
  carts: number
}

export async function previewClosing(
  productIds: readonly ProductId[],
  days: readonly Day[],
  at: Date,
): Promise<ClosingPreview> {
  if (productIds.length === 0 || days.length === 0) return { bookings: [], closed: [], carts: 0 }
  const [bookings, closed, heldRows] = await Promise.all([
    findBookingsOn(db, productIds, days, at),
    db.execute<{ productId: ProductId; day: Day; reason: string | null }>(sql`
      select product_id as "productId", date as day, reason from available_dates
      where product_id = any(${sql.param(productIds)}::uuid[]) and date = any(${sql.param(days)}::date[]) and not is_available
      order by date`),
    db.execute<{ carts: number }>(sql`
      select count(distinct cart_id) as carts from ${occupiedDays(days)}
      where product_id = any(${sql.param(productIds)}::uuid[]) and day = any(${sql.param(days)}::date[])
        and kind = 'hold' and hold_ends_at > ${at.toISOString()}`),
  ])
  return { bookings, closed: closed.rows, carts: Number(heldRows.rows[0]?.carts ?? 0) }
}
