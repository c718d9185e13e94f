import { sql } from "drizzle-orm"
import type { BusyUnit } from "../../domain/availability/units.ts"
import type { UnitReassignment } from "../../domain/availability/fit-units.ts"
import type { Day } from "../../domain/day.ts"
import type { ProductId } from "../../domain/id.ts"
import type { Transaction } from "../platform/database.server.ts"
import { daysFrom, freePlaces } from "./ranges.ts"

export async function listOccupants(
  tx: Transaction,
  productId: ProductId,
  from: Day,
): Promise<{ occupant: string; unit: number; day: Day }[]> {
  const { rows } = await tx.execute<{ occupant: string; unit: number; day: Day }>(sql`
    select coalesce(booking_id, cart_id)::text as occupant, unit, day from ${daysFrom(from, null)}
    where product_id = ${productId} and kind in ('hold', 'booking')
    order by day, unit`)
  return rows
}

export async function listRepairDays(tx: Transaction, productId: ProductId, from: Day): Promise<BusyUnit[]> {
  const { rows } = await tx.execute<BusyUnit>(sql`
    select unit, day from ${daysFrom(from, null)} where product_id = ${productId} and kind = 'repair'`)
  return rows
}

/** `placeOutsideEvents` occupies them again, by the new stock. */
export async function releaseOutsideUnits(tx: Transaction, productId: ProductId, days: readonly Day[]): Promise<void> {
  const places = days.map((day) => ({ productId, unit: null, day }))
  await freePlaces(tx, places, sql`kind = 'outside'`)
}

export async function moveUnits(
  tx: Transaction,
  productId: ProductId,
  moves: readonly UnitReassignment[],
): Promise<void> {
  for (const group of Map.groupBy(moves, ({ unit, to }) => `${unit} ${to}`).values())
    await freePlaces(
      tx,
      group.map(({ unit, day, to }) => ({ productId, unit, day, to })),
      sql`kind in ('hold', 'booking')`,
    )
}

/** Undoing the removal cannot restore them. */
export async function removeOccupants(tx: Transaction, productId: ProductId): Promise<void> {
  await tx.execute(sql`delete from occupancy where product_id = ${productId}`)
}
