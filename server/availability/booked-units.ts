import { type SQL, sql } from "drizzle-orm"
import type { Claim } from "../../domain/availability/units.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { type Executor, type Transaction, db } from "../platform/database.server.ts"
import { expiredRequest } from "./expired.ts"

/** The units and days that a booking occupies, by day and unit. */
export async function findClaims(executor: Executor, bookingId: BookingId): Promise<Claim[]> {
  const { rows } = await executor.execute<Claim>(sql`
    select unit, day, role from occupancy where booking_id = ${bookingId} order by day, unit`)
  return rows
}

/** Which units these bookings rent, by unit. */
export async function findRentedUnits(
  bookingIds: readonly BookingId[],
): Promise<{ bookingId: BookingId; unit: number }[]> {
  const { rows } = await db.execute<{ bookingId: BookingId; unit: number }>(sql`
    select distinct booking_id as "bookingId", unit from occupancy
    where booking_id = any(${sql.param(bookingIds)}::uuid[]) and role = 'rental'
    order by unit`)
  return rows
}

/** Takes a booking off some of its units, on all days or from one on. Nothing fills the place: call `fillBlocks` once done. */
export async function releaseUnits(
  tx: Transaction,
  { bookingId, units, from }: { bookingId: BookingId; units: readonly number[]; from?: Day },
): Promise<void> {
  const onDays = from ? sql` and day >= ${from}::date` : sql``
  await tx.execute(sql`
    delete from occupancy where booking_id = ${bookingId} and unit = any(${sql.param(units)}::integer[])${onDays}`)
}

/** Owner's blocks yield to bookings that change units. `fillBlocks` closes the units that are left. */
export async function releaseBlocks(
  tx: Transaction,
  { productId, units, days }: { productId: ProductId; units: readonly number[]; days: readonly Day[] },
): Promise<void> {
  await tx.execute(sql`
    delete from occupancy
    where product_id = ${productId} and unit = any(${sql.param(units)}::integer[])
      and day = any(${sql.param(days)}::date[]) and kind = 'block'`)
}

/** `begun`: its booking has reached its first day. */
export type UnitOccupant = Claim & { bookingId: BookingId | null; begun: boolean }

/** What stands on some units of a product from today on; blocks, ended holds and ended requests do not. */
export async function findOccupants(
  executor: Executor,
  productId: ProductId,
  { units, at }: { units: readonly number[]; at: Date },
): Promise<UnitOccupant[]> {
  const today = dayInParis(at)
  const { rows } = await executor.execute<UnitOccupant>(sql`
    select unit, occupancy.day, role, booking_id as "bookingId",
      coalesce((select first_day <= ${today}::date from bookings where bookings.id = booking_id), false) as begun
    from occupancy
    where product_id = ${productId} and unit = any(${sql.param([...units])}::integer[]) and occupancy.day >= ${today}::date
      and kind <> 'block' and (kind <> 'hold' or hold_ends_at > ${at.toISOString()}::timestamptz)
      and not ${expiredRequest(at)}
    order by occupancy.day, unit`)
  return rows
}

/** How many confirmed bookings have a machine made ready on each day between two, as a query of `day` and `preparing`. */
export function preparingByDay(first: SQL, last: SQL): SQL {
  return sql`
    select day, count(distinct booking_id) as preparing from occupancy join bookings on bookings.id = booking_id
    where day between ${first} and ${last} and role = 'preparation' and status = 'confirmed' group by 1`
}

/** The ids of bookings that have a machine made ready on a day, as a query. */
export function bookingsPreparedOn(day: SQL): SQL {
  return sql`select booking_id from occupancy where occupancy.day = ${day} and role = 'preparation'`
}
