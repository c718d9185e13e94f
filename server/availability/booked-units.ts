import { type SQL, sql } from "drizzle-orm"
import type { BusyTime, Claim, NamedUnit } from "../../domain/availability/units.ts"
import { dayInParis } from "../../domain/day.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { type Executor, type Transaction, db } from "../platform/database.server.ts"
import { occupancyInForce } from "./expired.ts"
import { isoTime } from "./ranges.ts"

export type RentalClaim = Claim & { id: number; rental: number; productId: ProductId }

const toJson = (range: SQL) => sql`
  case when ${range} is not null then json_build_object('from', ${isoTime(sql`lower(${range})`)}, 'until', ${isoTime(sql`upper(${range})`)}) end`

export async function findClaims(tx: Transaction, bookingId: BookingId): Promise<RentalClaim[]> {
  const { rows } = await tx.execute<RentalClaim>(sql`
    select occupancy.id, rental, occupancy.product_id as "productId", coalesce(number, -occupancy.id) as unit,
      ${toJson(sql`during`)} as held, ${toJson(sql`rented`)} as rented
    from occupancy left join units on units.id = unit_id
    where booking_id = ${bookingId} order by rental, during, number for update of occupancy`)
  return rows
}

export type RentedUnit = NamedUnit & {
  bookingId: BookingId
  rental: number
  productId: ProductId
  productName: string
}

export async function findRentedUnits(
  bookingIds: readonly BookingId[],
  executor: Executor = db,
): Promise<RentedUnit[]> {
  const { rows } = await executor.execute<RentedUnit>(sql`
    select distinct booking_id as "bookingId", rental, occupancy.product_id as "productId",
      products.name as "productName", number as unit, label
    from occupancy join units on units.id = unit_id join products on products.id = occupancy.product_id
    where booking_id = any(${sql.param(bookingIds)}::uuid[]) and rented is not null
    order by rental, unit`)
  return rows
}

/** Call `reuseFreeUnits` afterwards. */
export async function releaseClaims(tx: Transaction, claims: readonly { id: number }[]): Promise<void> {
  await tx.execute(sql`delete from occupancy where id = any(${sql.param(claims.map(({ id }) => id))}::bigint[])`)
}

export type UnitOccupant = Claim &
  BusyTime & { id: number; bookingId: BookingId | null; rental: number | null; begun: boolean }

export async function findOccupants(
  executor: Executor,
  productId: ProductId,
  { units, at }: { units: readonly number[]; at: Date },
): Promise<UnitOccupant[]> {
  const today = dayInParis(at)
  const { rows } = await executor.execute<UnitOccupant>(sql`
    select occupant.id, unit, ${isoTime(sql`lower(part)`)} as from, ${isoTime(sql`upper(part)`)} as until,
      ${toJson(sql`during`)} as held, ${toJson(sql`rented`)} as rented, booking_id as "bookingId", rental,
      coalesce((select first_day <= ${today}::date from bookings where bookings.id = booking_id), false) as begun
    from ${occupancyInForce({ customerId: null, at })}
    where product_id = ${productId} and unit = any(${sql.param([...units])}::integer[])
      and during && rental_range(${today}::date, null, rental_hour())
    order by part, unit`)
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
