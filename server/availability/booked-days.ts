import { sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { occupiesDays } from "../../domain/booking/status.ts"
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
  return describeBookings(executor, rows, at)
}

/** A collection on the morning after the last day (D61), which closing that day does not move. */
async function findCollectionsOn(
  productIds: readonly ProductId[],
  days: readonly Day[],
  at: Date,
): Promise<BookingOnDays[]> {
  const { rows } = await db.execute<{ id: BookingId; days: Day[] }>(sql`
    select rentals.booking_id as id, array_agg(distinct collection_day(period)::text) as days
    from rentals join bookings on bookings.id = rentals.booking_id cross join lateral unnest(rentals.during) period
    where (rentals.booking_id, rentals.position) in (
        select booking_id, position from rented_products where product_id = any(${sql.param(productIds)}::uuid[]))
      and status in ('pending', 'confirmed')
      and returns_on >= ${days[0]} and first_day <= ${days.at(-1)}
      and collection_day(period) = any(${sql.param(days)}::date[]) and not collection_day(period) = any(rentals.dates)
    group by rentals.booking_id
    order by min(collection_day(period))`)
  return (await describeBookings(db, rows, at)).filter(({ status }) => occupiesDays(status))
}

async function describeBookings(executor: Executor, rows: readonly { id: BookingId; days: Day[] }[], at: Date) {
  const bookings = await findPlannedBookings(
    rows.map(({ id }) => id),
    at,
    executor,
  )
  return rows.flatMap(({ id, days }): BookingOnDays[] => {
    const booking = bookings.get(id)
    if (!booking) return []
    const { dates: _, ...rest } = booking
    return [{ ...rest, days }]
  })
}

type ClosingPreview = {
  bookings: BookingOnDays[]
  collections: BookingOnDays[]
  closed: { productId: ProductId; day: Day; reason: string | null }[]
  carts: number
}

export async function previewClosing(
  productIds: readonly ProductId[],
  days: readonly Day[],
  at: Date,
): Promise<ClosingPreview> {
  if (productIds.length === 0 || days.length === 0) return { bookings: [], collections: [], closed: [], carts: 0 }
  const [bookings, collections, closed, heldRows] = await Promise.all([
    findBookingsOn(db, productIds, days, at),
    findCollectionsOn(productIds, days, at),
    db.execute<{ productId: ProductId; day: Day; reason: string | null }>(sql`
      select product_id as "productId", date as day, reason from available_dates
      where product_id = any(${sql.param(productIds)}::uuid[]) and date = any(${sql.param(days)}::date[]) and not is_available
      order by date`),
    db.execute<{ carts: number }>(sql`
      select count(distinct cart_id) as carts from ${occupiedDays(days)}
      where product_id = any(${sql.param(productIds)}::uuid[]) and day = any(${sql.param(days)}::date[])
        and kind = 'hold' and hold_ends_at > ${at.toISOString()}`),
  ])
  return { bookings, collections, closed: closed.rows, carts: Number(heldRows.rows[0]?.carts ?? 0) }
}
