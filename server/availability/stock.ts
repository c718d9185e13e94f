import { sql } from "drizzle-orm"
import type { Day } from "../../domain/day.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import type { Transaction } from "../platform/database.server.ts"
import { occupiedDays } from "./ranges.ts"

export async function countOccupantsOn(
  tx: Transaction,
  productId: ProductId,
  days: readonly Day[],
): Promise<{ bookings: BookingId[]; quotes: number; holds: number }> {
  const { rows } = await tx.execute<{ bookings: BookingId[]; quotes: number; holds: number }>(sql`
    select coalesce(json_agg(distinct booking_id) filter (where kind = 'booking'), '[]') as bookings,
      count(distinct quote_id)::integer as quotes, count(distinct cart_id)::integer as holds
    from ${occupiedDays(days)} where product_id = ${productId} and day = any(${sql.param(days)}::date[])`)
  return rows[0] ?? { bookings: [], quotes: 0, holds: 0 }
}

/** Undoing the removal cannot restore them. */
export async function removeOccupants(tx: Transaction, productId: ProductId): Promise<void> {
  await tx.execute(sql`delete from occupancy where product_id = ${productId}`)
}
