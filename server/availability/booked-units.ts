import { type SQL, sql } from "drizzle-orm"
import type { Claim } from "../../domain/availability/units.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { type Executor, type Transaction, db } from "../platform/database.server.ts"
import { isExpiredBooking } from "./expired.ts"

export async function findClaims(executor: Executor, bookingId: BookingId): Promise<Claim[]> {
  const { rows } = await executor.execute<Claim>(sql`
    select unit, day, role from occupancy where booking_id = ${bookingId} order by day, unit`)
  return rows
}

export async function findRentedUnits(
  bookingIds: readonly BookingId[],
): Promise<{ bookingId: BookingId; unit: number }[]> {
  const { rows } = await db.execute<{ bookingId: BookingId; unit: number }>(sql`
    select distinct booking_id as "bookingId", unit from occupancy
    where booking_id = any(${sql.param(bookingIds)}::uuid[]) and role = 'rental'
    order by unit`)
  return rows
}

/** Call `fillBlocks` afterwards. */
export async function releaseUnits(
  tx: Transaction,
  { bookingId, units, from }: { bookingId: BookingId; units: readonly number[]; from?: Day },
): Promise<void> {
  const onDays = from ? sql` and day >= ${from}::date` : sql``
  await tx.execute(sql`
    delete from occupancy where booking_id = ${bookingId} and unit = any(${sql.param(units)}::integer[])${onDays}`)
}

/** Call `fillBlocks` afterwards. */
export async function releaseBlocks(
  tx: Transaction,
  { productId, units, days }: { productId: ProductId; units: readonly number[]; days: readonly Day[] },
): Promise<void> {
  await tx.execute(sql`
    delete from occupancy
    where product_id = ${productId} and unit = any(${sql.param(units)}::integer[])
      and day = any(${sql.param(days)}::date[]) and kind = 'block'`)
}

export type UnitOccupant = Claim & { bookingId: BookingId | null; begun: boolean }

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
      and not ${isExpiredBooking(at)}
    order by occupancy.day, unit`)
  return rows
}

export function selectPreparingByDay(first: SQL, last: SQL): SQL {
  return sql`
    select day, count(distinct booking_id) as preparing from occupancy join bookings on bookings.id = booking_id
    where day between ${first} and ${last} and role = 'preparation' and status = 'confirmed' group by 1`
}

export function selectBookingsPreparedOn(day: SQL): SQL {
  return sql`select booking_id from occupancy where occupancy.day = ${day} and role = 'preparation'`
}
