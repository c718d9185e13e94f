import { type SQL, sql } from "drizzle-orm"
import type { Claim, NamedUnit } from "../../domain/availability/units.ts"
import { dayInParis } from "../../domain/day.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import type { PlacedTime } from "../../domain/rental/periods.ts"
import { type Executor, type Transaction, db } from "../platform/database.server.ts"
import { isExpiredBooking } from "./expired.ts"
import { daysFrom, freePlaces, toPlaces } from "./ranges.ts"

export type RentalClaim = Claim & { rental: number; productId: ProductId }

export async function findClaims(executor: Executor, bookingId: BookingId): Promise<RentalClaim[]> {
  const { rows } = await executor.execute<RentalClaim>(sql`
    select rental, product_id as "productId", unit, day, role from unit_days
    where booking_id = ${bookingId} order by rental, day, unit`)
  return rows
}

/** As it stands now, with agreed hours. */
export async function readPlacedTimes(
  executor: Executor,
  { bookingId, rental, units }: { bookingId: BookingId; rental: number; units: readonly number[] },
): Promise<PlacedTime[]> {
  const { rows } = await executor.execute<PlacedTime>(sql`
    select json_build_object('from', lower(rented), 'until', upper(rented)) as rented,
      json_build_object('from', lower(during), 'until', upper(during)) as held
    from occupancy left join units on units.id = unit_id
    where booking_id = ${bookingId} and rental = ${rental} and rented is not null
      and coalesce(number, -occupancy.id) = any(${sql.param([...units])}::integer[])`)
  return rows
}

export type RentedUnit = NamedUnit & { bookingId: BookingId; rental: number; productId: ProductId }

export async function findRentedUnits(
  bookingIds: readonly BookingId[],
  executor: Executor = db,
): Promise<RentedUnit[]> {
  const { rows } = await executor.execute<RentedUnit>(sql`
    select distinct booking_id as "bookingId", rental, unit_days.product_id as "productId", unit, label
    from unit_days join units on units.product_id = unit_days.product_id and units.number = unit
    where booking_id = any(${sql.param(bookingIds)}::uuid[]) and role = 'rental'
    order by rental, unit`)
  return rows
}

/** Call `reuseFreeUnits` afterwards. */
export async function releaseUnits(
  tx: Transaction,
  { productId, bookingId, claims }: { productId: ProductId; bookingId: BookingId; claims: readonly Claim[] },
): Promise<void> {
  await freePlaces(tx, toPlaces(productId, claims), sql`booking_id = ${bookingId}`)
}

export async function releaseClaims(
  tx: Transaction,
  bookingId: BookingId,
  claims: readonly RentalClaim[],
): Promise<void> {
  for (const [rental, ofRental] of Map.groupBy(claims, (claim) => claim.rental)) {
    const places = ofRental.flatMap((claim) => toPlaces(claim.productId, [claim]))
    await freePlaces(tx, places, sql`booking_id = ${bookingId} and rental = ${rental}`)
  }
}

export type UnitOccupant = Claim & { bookingId: BookingId | null; rental: number | null; begun: boolean }

export async function findOccupants(
  executor: Executor,
  productId: ProductId,
  { units, at }: { units: readonly number[]; at: Date },
): Promise<UnitOccupant[]> {
  const today = dayInParis(at)
  const { rows } = await executor.execute<UnitOccupant>(sql`
    select unit, occupancy.day, role, booking_id as "bookingId", rental,
      coalesce((select first_day <= ${today}::date from bookings where bookings.id = booking_id), false) as begun
    from ${daysFrom(today, null)}
    where product_id = ${productId} and unit = any(${sql.param([...units])}::integer[])
      and (kind <> 'hold' or hold_ends_at > ${at.toISOString()}::timestamptz)
      and not ${isExpiredBooking(at)}
    order by occupancy.day, unit`)
  return rows
}

export function selectPreparingByDay(first: SQL, last: SQL): SQL {
  return sql`
    select day, count(distinct booking_id) as preparing
    from occupied_days(${first}, ${last}) join bookings on bookings.id = booking_id
    where role = 'preparation' and status = 'confirmed' group by 1`
}

export function selectBookingsPreparedOn(day: SQL): SQL {
  return sql`select booking_id from occupied_days(${day}, ${day}) where role = 'preparation'`
}
