import { type SQL, sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import type { Day } from "../../domain/day.ts"
import type { Transaction } from "../platform/database.server.ts"
import { daysFrom } from "./ranges.ts"

const selectExpiredBookings = (moment: SQL) => sql`
  select id from bookings where status = 'pending' and expires_at <= ${moment}
  union all
  select id from bookings where status = 'confirmed' and contract_due_at <= ${moment}`

/** Days of an amendment that nobody signed in time (D59). */
const selectLapsedDays = (moment: SQL) => sql`select booking_id, rental, day from lapsed_days(${moment})`

export function isOfExpiredBooking(at: Date): SQL {
  return sql`(kind = 'booking' and booking_id in (${selectExpiredBookings(sql`${at.toISOString()}::timestamptz`)}))`
}

/** Expired bookings free their days before any job has run (D12). */
export function isExpiredBooking(at: Date): SQL {
  const moment = sql`${at.toISOString()}::timestamptz`
  return sql`(${isOfExpiredBooking(at)}
    or kind = 'booking' and (booking_id, rental, day) in (${selectLapsedDays(moment)}))`
}

export function selectExpiredOccupants(at: Date): SQL {
  // The subselect hides the value, or PostgreSQL reads the whole table.
  const moment = sql`(select ${at.toISOString()}::timestamptz)`
  return sql`
    select product_id, day, unit, kind from unit_days where kind = 'hold' and hold_ends_at <= ${moment}
    union
    -- Looked up for each of the few that there are; so many as are expected would be looked for in all of them.
    select occupant.* from (${selectExpiredBookings(moment)}) expired
      cross join lateral (
        select product_id, day, unit, kind from unit_days where booking_id = expired.id offset 0) occupant
    union
    select product_id, day, unit, kind from unit_days where (booking_id, rental, day) in (${selectLapsedDays(moment)})`
}

export async function findExpiredRequests(
  tx: Transaction,
  { productId, from, at }: { productId: ProductId; from: Day; at: Date },
): Promise<BookingId[]> {
  const { rows } = await tx.execute<{ id: BookingId }>(sql`
    select distinct booking_id as id from ${daysFrom(from, null)}
    where product_id = ${productId} and ${isExpiredBooking(at)}`)
  return rows.map(({ id }) => id)
}
