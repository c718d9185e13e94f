import { type SQL, sql } from "drizzle-orm"
import type { Day } from "../../domain/day.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import type { Transaction } from "../platform/database.server.ts"
import type { FreedRange } from "../platform/schema/day.ts"
import { type TimeConflict, findTimeConflict } from "./agreed-hours.ts"
import { findClaims } from "./booked-units.ts"
import { deleteEndedHolds } from "./holds.ts"
import { isoTime, lockProducts, toRange } from "./ranges.ts"
import { reuseFreeUnits } from "./rehouse.ts"

const local = (moment: SQL) => sql`(${moment} at time zone 'Europe/Paris')`
const json = (range: SQL) =>
  sql`json_build_object('from', ${isoTime(sql`lower(${range})`)}, 'until', ${isoTime(sql`upper(${range})`)})`

/**
 * Ends the ranges that are collected on this day now, never earlier (a press may arrive late), with their preparation
 * behind. A rental that has not begun keeps its time.
 */
export async function freeReturnedUnits(
  tx: Transaction,
  { bookingId, day, at }: { bookingId: BookingId; day: Day; at: Date },
): Promise<FreedRange[]> {
  const productIds = await lockBookedProducts(tx, bookingId)
  const end = sql`date_trunc('minute', ${at.toISOString()}::timestamptz + interval '59.999 seconds')`
  const preparedUntil = sql`(${local(end)} + (${local(sql`upper(before.during)`)} - ${local(sql`upper(before.rented)`)})) at time zone 'Europe/Paris'`
  const { rows } = await tx.execute<FreedRange>(sql`
    with before as (
      select id, during, rented from occupancy
      where booking_id = ${bookingId} and collection_day(rented) = ${day}::date and lower(rented) < ${end} and ${end} < upper(rented)
      for update
    )
    update occupancy set rented = tstzrange(lower(before.rented), ${end}),
      during = tstzrange(lower(before.during), least(upper(before.during), ${preparedUntil}))
    from before where before.id = occupancy.id
    returning occupancy.id, ${json(sql`before.during`)} as during, ${json(sql`before.rented`)} as rented`)
  await reuseFreeUnits(tx, { productIds, at })
  return rows
}

/** Nothing changes on a conflict. */
export async function takeBackFreedTime(
  tx: Transaction,
  { bookingId, freed, at }: { bookingId: BookingId; freed: readonly FreedRange[]; at: Date },
): Promise<Result<null, TimeConflict>> {
  const productIds = await lockBookedProducts(tx, bookingId)
  for (const productId of productIds) await deleteEndedHolds(tx, { productId, at })
  const claims = await findClaims(tx, bookingId)
  const shortened = freed.flatMap((before) => {
    const claim = claims.find(({ id }) => id === before.id)
    return claim && claim.held.until <= before.during.until ? [{ before, claim }] : []
  })
  for (const { before, claim } of shortened) {
    const conflict = await findTimeConflict(tx, { ...claim, held: before.during, before: claim.held })
    if (conflict) return err(conflict)
  }
  for (const { before } of shortened)
    await tx.execute(sql`
      update occupancy set during = ${toRange(before.during)}, rented = ${toRange(before.rented)} where id = ${before.id}`)
  return ok(null)
}

async function lockBookedProducts(tx: Transaction, bookingId: BookingId): Promise<ProductId[]> {
  const { rows } = await tx.execute<{ id: ProductId }>(sql`
    select distinct product_id as id from occupancy where booking_id = ${bookingId} order by 1`)
  const productIds = rows.map(({ id }) => id)
  await lockProducts(tx, productIds)
  return productIds
}
