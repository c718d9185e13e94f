import { type SQL, sql } from "drizzle-orm"
import type { BookingId, ProductId, ProfileId } from "../../domain/id.ts"
import type { Transaction } from "../platform/database.server.ts"
import { isEndedOrOwnHold } from "./holds.ts"

const selectExpiredBookings = (moment: SQL) => sql`
  select id from bookings where status = 'pending' and expires_at <= ${moment}
  union all
  select id from bookings where status = 'confirmed' and contract_due_at <= ${moment}`

/** Days of an amendment that nobody signed in time (D59). */
const selectLapsedDays = (moment: SQL) => sql`select id, day from lapsed_days(${moment})`

function isOfExpiredBooking(at: Date): SQL {
  return sql`(kind = 'booking' and booking_id in (${selectExpiredBookings(sql`${at.toISOString()}::timestamptz`)}))`
}

/** Expired bookings free their days before any job has run (D12). */
export function isExpiredBooking(at: Date): SQL {
  const moment = sql`${at.toISOString()}::timestamptz`
  return sql`(${isOfExpiredBooking(at)}
    or kind = 'booking' and (occupancy.id, day) in (${selectLapsedDays(moment)}))`
}

/** One's own holds never block (D8). */
export type Viewer = { customerId: ProfileId | null; at: Date }

/** Leaves out ended and own holds, expired bookings, and from `part` the time of changes that nobody signed in time. */
export function occupancyInForce({ customerId, at }: Viewer): SQL {
  return sql`(
    select occupancy.*, coalesce(units.number::integer, (-occupancy.id)::integer) as unit, part
    from occupancy left join units on units.id = unit_id
      left join lapsed_time(${at.toISOString()}::timestamptz) lapsed on lapsed.id = occupancy.id
      cross join lateral unnest(tstzmultirange(during) - coalesce(lapsed.parts, '{}')) part
    where not ${isEndedOrOwnHold({ customerId, at })} and not ${isOfExpiredBooking(at)}) occupant`
}

/** True of those whose time, or part of it, `occupancyInForce` leaves out. */
export function yieldsToClaims(viewer: Viewer): SQL {
  return sql`(${isEndedOrOwnHold(viewer)} or ${isOfExpiredBooking(viewer.at)}
    or kind = 'booking' and occupancy.id in (select id from lapsed_time(${viewer.at.toISOString()}::timestamptz)))`
}

export function selectExpiredOccupants(at: Date): SQL {
  // The subselect hides the value, or PostgreSQL reads the whole table.
  const moment = sql`(select ${at.toISOString()}::timestamptz)`
  return sql`
    select product_id, day, unit, kind from unit_days where hold_ends_at <= ${moment}
    union
    -- Looked up for each of the few that there are; so many as are expected would be looked for in all of them.
    select occupant.* from (${selectExpiredBookings(moment)}) expired
      cross join lateral (
        select product_id, day, unit, kind from unit_days where booking_id = expired.id offset 0) occupant
    union
    select product_id, day, unit, kind from unit_days where (id, day) in (${selectLapsedDays(moment)})`
}

export async function findExpiredRequests(
  tx: Transaction,
  { productId, at }: { productId: ProductId; at: Date },
): Promise<BookingId[]> {
  const { rows } = await tx.execute<{ id: BookingId }>(sql`
    select distinct booking_id as id from occupancy
    where product_id = ${productId} and kind = 'booking' and during && tstzrange(${at.toISOString()}::timestamptz, null)
      and ${yieldsToClaims({ customerId: null, at })}`)
  return rows.map(({ id }) => id)
}
