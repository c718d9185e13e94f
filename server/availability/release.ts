import { sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import type { Claim } from "../../domain/availability/units.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import type { Transaction } from "../database.server.ts"

/**
 * Frees whatever a booking occupies, then closes again the days that the owner has blocked. Needs no lock. Answers what
 * it occupied, by day and unit.
 */
export async function freeBookingDays(tx: Transaction, productId: ProductId, bookingId: BookingId): Promise<Claim[]> {
  const { rows } = await tx.execute<Claim>(sql`
    with freed as (delete from occupancy where booking_id = ${bookingId} returning unit, day, role)
    select unit, day, role from freed order by day, unit`)
  await fillBlocks(
    tx,
    productId,
    rows.map(({ day }) => day),
  )
  return rows
}

/** A block occupies every unit left (D7): one row for each unit that nothing else occupies on a closed day. */
export async function fillBlocks(tx: Transaction, productId: ProductId, days: readonly Day[]): Promise<void> {
  return fillBlocksOf(tx, [productId], days)
}

/** The same for several products, in the one order of all claims. */
export async function fillBlocksOf(
  tx: Transaction,
  productIds: readonly ProductId[],
  days: readonly Day[],
): Promise<void> {
  if (days.length === 0) return
  const [products, closed] = [sql.param(productIds), sql.param(sortedDays(days))]
  await tx.execute(sql`
    delete from occupancy
    where product_id = any(${products}::uuid[]) and day = any(${closed}::date[]) and kind = 'hold' and hold_ends_at <= now()`)
  await tx.execute(sql`
    insert into occupancy (product_id, unit, day, kind)
    select product.id, unit, closed.date, 'block'
    from products product
      join available_dates closed on closed.product_id = product.id and not closed.is_available
      cross join generate_series(1, product.stock) unit
    where product.id = any(${products}::uuid[]) and closed.date = any(${closed}::date[])
    order by product.id, closed.date, unit
    on conflict on constraint occupancy_one_occupant do nothing`)
}
