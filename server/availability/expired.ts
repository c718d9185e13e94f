import { type SQL, sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import type { Day } from "../../domain/day.ts"
import type { Transaction } from "../platform/database.server.ts"

/** Requests and unsigned bookings whose time had run out at that moment, by `bookings_expiring` and `bookings_unsigned`. */
const expiredBookings = (moment: SQL) => sql`
  select id from bookings where status = 'pending' and expires_at <= ${moment}
  union all
  select id from bookings where status = 'confirmed' and contract_due_at <= ${moment}`

/** Days of a signed booking that only a change had which nobody signed in time (D59). */
const lapsedDays = (moment: SQL) => sql`select booking_id, day from lapsed_days(${moment})`

/**
 * True of a row of `occupancy` whose booking had run out of time at that moment, unanswered or unsigned: it holds its days
 * no more, whatever job has run (D12). The few of them are looked up once for the whole statement.
 */
export function expiredRequest(at: Date): SQL {
  const moment = sql`${at.toISOString()}::timestamptz`
  return sql`(kind = 'booking' and booking_id in (${expiredBookings(moment)})
    or kind = 'booking' and (booking_id, day) in (${lapsedDays(moment)}))`
}

/** The same rows, and those of holds that had ended, for what counts many others: product, day, unit and kind of each. */
export function overOccupants(at: Date): SQL {
  // A value that is unknown to the planner: knowing it, PostgreSQL takes these few for many and reads the whole table.
  const moment = sql`(select ${at.toISOString()}::timestamptz)`
  return sql`
    select product_id, day, unit, kind from occupancy where kind = 'hold' and hold_ends_at <= ${moment}
    union
    -- Looked up for each of the few that there are; so many as are expected would be looked for in all of them.
    select occupant.* from (${expiredBookings(moment)}) expired
      cross join lateral (select product_id, day, unit, kind from occupancy where booking_id = expired.id offset 0) occupant
    union
    select product_id, day, unit, kind from occupancy where (booking_id, day) in (${lapsedDays(moment)})`
}

/** A unit on a day that a request has whose time has run out. */
export type ExpiredUnit = { unit: number; day: Day; id: BookingId }

/** The units of a product that only such requests have on these days: who takes one of them refuses them first. */
export async function expiredUnits(
  tx: Transaction,
  { productId, days, at }: { productId: ProductId; days: readonly Day[]; at: Date },
): Promise<ExpiredUnit[]> {
  const { rows } = await tx.execute<ExpiredUnit>(sql`
    select unit, day, booking_id as id from occupancy
    where product_id = ${productId} and ${expiredRequest(at)} and day = any(${sql.param(days)}::date[])`)
  return rows
}

/** The expired requests that stand on a product from a day on. */
export async function findExpiredRequests(
  tx: Transaction,
  { productId, from, at }: { productId: ProductId; from: Day; at: Date },
): Promise<BookingId[]> {
  const { rows } = await tx.execute<{ id: BookingId }>(sql`
    select distinct booking_id as id from occupancy
    where product_id = ${productId} and day >= ${from} and ${expiredRequest(at)}`)
  return rows.map(({ id }) => id)
}
