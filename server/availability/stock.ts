import { sql } from "drizzle-orm"
import type { UnitReassignment } from "../../domain/availability/fit-units.ts"
import type { Day } from "../../domain/day.ts"
import type { ProductId } from "../../domain/id.ts"
import type { RemovedRow } from "../../domain/act.ts"
import type { Transaction } from "../platform/database.server.ts"
import { removeRows } from "../platform/events/removal.ts"

export async function lockOccupants(
  tx: Transaction,
  productId: ProductId,
  from: Day,
): Promise<{ occupant: string; unit: number; day: Day }[]> {
  const { rows } = await tx.execute<{ occupant: string; unit: number; day: Day }>(sql`
    select coalesce(booking_id, cart_id)::text as occupant, unit, day from occupancy
    where product_id = ${productId} and day >= ${from} and kind in ('hold', 'booking')
    order by day, unit for update`)
  return rows
}

/** `fillBlocks` occupies them again, by the new stock. */
export async function releaseClosedUnits(tx: Transaction, productId: ProductId, from: Day): Promise<void> {
  await tx.execute(
    sql`delete from occupancy where product_id = ${productId} and kind in ('block', 'outside') and day >= ${from}`,
  )
}

export async function moveUnit(
  tx: Transaction,
  productId: ProductId,
  { unit, day, to }: UnitReassignment,
): Promise<void> {
  await tx.execute(
    sql`update occupancy set unit = ${to} where product_id = ${productId} and unit = ${unit} and day = ${day}`,
  )
}

/** Deletes holds outright: undoing the removal cannot restore them. */
export async function removeOccupants(tx: Transaction, productId: ProductId): Promise<RemovedRow[]> {
  await tx.execute(sql`delete from occupancy where product_id = ${productId} and kind = 'hold'`)
  return removeRows(tx, "occupancy", "product_id", productId)
}
