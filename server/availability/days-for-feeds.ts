import { sql } from "drizzle-orm"
import type { BookingStatus } from "../../domain/booking/status.ts"
import type { Day } from "../../domain/day.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { db } from "../platform/database.server.ts"
import { daysFrom } from "./ranges.ts"

/** `productId` is null for all products. */
type FeedQuery = { productId: ProductId | null; since: Day }

const isOfProduct = (productId: ProductId | null) =>
  sql`(${productId}::uuid is null or product_id = ${productId}::uuid)`

export async function findFeedHolds(
  { productId, since }: FeedQuery,
  at: Date,
): Promise<{ id: string; name: string; days: Day[] }[]> {
  const { rows } = await db.execute<{ id: string; name: string; days: Day[] }>(sql`
    select occupancy.product_id || '-' || coalesce(cart_item_id, cart_id) as id, products.name,
      to_json(array_agg(distinct day)) as days
    from ${daysFrom(since, null)} join products on products.id = occupancy.product_id
    where occupancy.kind = 'hold' and role = 'rental' and hold_ends_at > ${at.toISOString()}::timestamptz
      and ${isOfProduct(productId)}
    group by occupancy.product_id, coalesce(cart_item_id, cart_id), products.name`)
  return rows
}

type BookingInPreparation = {
  id: BookingId
  number: number
  name: string
  days: Day[]
  status: BookingStatus
  expires_at: string | null
  contract_due_at: string | null
}

export async function findBookingsInPreparation({ productId, since }: FeedQuery): Promise<BookingInPreparation[]> {
  const { rows } = await db.execute<BookingInPreparation>(sql`
    select bookings.id, number, string_agg(distinct rentals.product_name, ', ') as name, to_json(array_agg(distinct day)) as days,
      status, expires_at, contract_due_at
    from ${daysFrom(since, null)} join bookings on bookings.id = occupancy.booking_id
      join rentals on rentals.booking_id = bookings.id and rentals.position = occupancy.rental
    where role = 'preparation' and (${productId}::uuid is null or occupancy.product_id = ${productId}::uuid)
    group by bookings.id`)
  return rows
}

type ClosedFeedDays = { product_id: ProductId; name: string; reason: string; days: Day[] }

export async function findClosedFeedDays({
  productId,
  since,
  until,
}: FeedQuery & { until: Day }): Promise<ClosedFeedDays[]> {
  const { rows } = await db.execute<ClosedFeedDays>(sql`
    select product_id, products.name, coalesce(reason, '') as reason, to_json(array_agg(date)) as days
    from available_dates join products on products.id = product_id
    where not is_available and date between ${since}::date and ${until}::date and ${isOfProduct(productId)}
    group by product_id, products.name, coalesce(reason, '')`)
  return rows
}
