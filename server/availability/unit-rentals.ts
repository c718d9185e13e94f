import { type SQL, sql } from "drizzle-orm"
import type { Day } from "../../domain/day.ts"
import { db } from "../platform/database.server.ts"
import type { UnitKey } from "./units.ts"

export const unitIdOf = ({ productId, number }: UnitKey): SQL =>
  sql`(select id from units where product_id = ${productId} and number = ${number})`

/**
 * One row for each unit and confirmed rental. `place` of `machines` shares between a rental's machines what it earned
 * and printed; its accessories have no share.
 */
export function selectUnitRentals(unitIds: SQL): SQL {
  return sql`
    select rented.*, row_number() over by_unit as place, count(*) over (partition by booking_id, rental) as machines
    from (
      select occupant.booking_id, rental, unit_id, rental_day(min(lower(rented)), hour) as first_day,
        rental_day(max(upper(rented)) - interval '1 microsecond', hour) as last_day, max(upper(rented)) as ends_at
      from occupancy occupant cross join (select rental_hour() as hour offset 0) shop
        join products on products.id = occupant.product_id join bookings on bookings.id = occupant.booking_id
      where rented is not null and status = 'confirmed' and unit_id is not null
        and (products.kind <> 'accessory' or unit_id in (${unitIds}))
        and occupant.booking_id in (select booking_id from occupancy where unit_id in (${unitIds}))
      group by occupant.booking_id, rental, unit_id, hour) rented
    window by_unit as (partition by booking_id, rental order by unit_id)`
}

export type UnitRental = { number: number; clientName: string; firstDay: Day; lastDay: Day }
export type UnitRentals = { upcoming: UnitRental[]; past: UnitRental[]; pastCount: number; countInYear: number }

const SHOWN_PAST_RENTALS = 8

export async function listUnitRentals(key: UnitKey, at: Date): Promise<UnitRentals> {
  const { rows } = await db.execute<UnitRental & { isPast: boolean; isThisYear: boolean }>(sql`
    select bookings.number, profiles.name as "clientName", own.first_day as "firstDay", own.last_day as "lastDay",
      ends_at <= ${at.toISOString()}::timestamptz as "isPast",
      to_char(bookings.first_day, 'YYYY') = to_char(${at.toISOString()}::timestamptz at time zone 'Europe/Paris', 'YYYY') as "isThisYear"
    from (${selectUnitRentals(unitIdOf(key))}) own
      join bookings on bookings.id = booking_id join profiles on profiles.id = bookings.user_id
    where unit_id = ${unitIdOf(key)} order by own.first_day, bookings.number`)
  const [past, upcoming] = [true, false].map((wanted) =>
    rows
      .filter(({ isPast }) => isPast === wanted)
      .map(({ isPast: _isPast, isThisYear: _isThisYear, ...rental }) => rental),
  ) as [UnitRental[], UnitRental[]]
  return {
    upcoming,
    past: past.toReversed().slice(0, SHOWN_PAST_RENTALS),
    pastCount: past.length,
    countInYear: rows.filter(({ isThisYear }) => isThisYear).length,
  }
}
