import { sql } from "drizzle-orm"
import type { BookingStatus } from "../../domain/booking/status.ts"
import type { Day } from "../../domain/day.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { db } from "../platform/database.server.ts"

/** Of one product, or of all with null. */
type Since = { productId: ProductId | null; since: Day }

const ofProduct = (productId: ProductId | null) => sql`(${productId}::uuid is null or product_id = ${productId}::uuid)`

/** The days that carts hold: one row for each product and line, or cart. */
export async function findDaysHeld(
  { productId, since }: Since,
  at: Date,
): Promise<{ id: string; name: string; days: Day[] }[]> {
  const { rows } = await db.execute<{ id: string; name: string; days: Day[] }>(sql`
    select occupancy.product_id || '-' || coalesce(cart_item_id, cart_id) as id, products.name,
      to_json(array_agg(distinct day)) as days
    from occupancy join products on products.id = occupancy.product_id
    where kind = 'hold' and role = 'rental' and hold_ends_at > ${at.toISOString()}::timestamptz
      and day >= ${since}::date and ${ofProduct(productId)}
    group by occupancy.product_id, coalesce(cart_item_id, cart_id), products.name`)
  return rows
}

export type BookingInPreparation = {
  id: BookingId
  number: number
  name: string
  days: Day[]
  status: BookingStatus
  expires_at: string | null
  contract_due_at: string | null
}

/** The bookings that have a machine made ready, whose deadlines may have passed since. */
export async function findDaysInPreparation({ productId, since }: Since): Promise<BookingInPreparation[]> {
  const { rows } = await db.execute<BookingInPreparation>(sql`
    select bookings.id, number, product_name as name, to_json(array_agg(distinct day)) as days,
      status, expires_at, contract_due_at
    from occupancy join bookings on bookings.id = occupancy.booking_id
    where role = 'preparation' and day >= ${since}::date and (${productId}::uuid is null or occupancy.product_id = ${productId}::uuid)
    group by bookings.id`)
  return rows
}

/** `units` is null where the owner has closed the days whole. */
export type DaysClosed = { product_id: ProductId; name: string; reason: string; units: number | null; days: Day[] }

/** The days that the owner has closed, and those on which only some units are blocked. */
export async function findDaysClosed({ productId, since, until }: Since & { until: Day }): Promise<DaysClosed[]> {
  const { rows } = await db.execute<DaysClosed>(sql`
    select product_id, products.name, coalesce(reason, '') as reason, null::integer as units,
      to_json(array_agg(date)) as days
    from available_dates join products on products.id = product_id
    where not is_available and date between ${since}::date and ${until}::date and ${ofProduct(productId)}
    group by product_id, products.name, coalesce(reason, '')
    union all
    select product_id, name, '', units, to_json(array_agg(day))
    from (
      select product_id, day, count(*)::integer as units from occupancy
      where kind = 'block' and day between ${since}::date and ${until}::date and ${ofProduct(productId)}
        and not exists (select from available_dates closed
          where closed.product_id = occupancy.product_id and closed.date = day and not closed.is_available)
      group by product_id, day
    ) blocked join products on products.id = product_id
    group by product_id, name, units`)
  return rows
}
