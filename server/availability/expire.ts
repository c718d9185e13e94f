import { type SQL, eq, sql } from "drizzle-orm"
import type { BookingId, ContractId, ProductId } from "../../domain/id.ts"
import { system } from "../../domain/accounts/party.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import { customerCancellation } from "../../domain/finance/cancellation-settlement.ts"
import { writeEnd } from "../bookings/end-booking.ts"
import { endIfUnsigned } from "../bookings/end-unsigned.ts"
import { settlementBasis } from "../bookings/settlement.ts"
import { handOnDelivery } from "../bookings/shared-delivery.ts"
import { lapseIn } from "../contracts/lapse-change.ts"
import type { Transaction } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { orderBookingMail } from "../mail/booking-mails.ts"
import { bookings } from "../schema/bookings.ts"
import { freeBookingDays } from "./release.ts"

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

/**
 * Refuses in the name of the system those of these requests whose time has run out, and frees their days (D12). Whoever
 * meets an expired request first writes it down: a claim over its days, an answer to it, the sweep. Answers how many.
 * Those that were confirmed and whose contract nobody signed in time are cancelled likewise, and changes of signed ones
 * are taken back; they are not counted.
 */
export async function refuseExpired(tx: Transaction, bookingIds: readonly BookingId[], at: Date): Promise<number> {
  const { rows } = await tx.execute<{ id: BookingId; product_id: ProductId; expires_at: string }>(sql`
    with expired as (
      select id from bookings
      where id = any(${sql.param(bookingIds)}::uuid[]) and status = 'pending' and expires_at <= ${at.toISOString()}::timestamptz
      order by id for update)
    update bookings set status = 'refused' from expired where bookings.id = expired.id
    returning bookings.id, product_id, expires_at`)
  for (const { id, product_id: productId, expires_at: expires } of rows) {
    const expiredAt = new Date(expires)
    await freeBookingDays(tx, productId, id)
    await recordEvent(tx, {
      by: system,
      action: "booking.expired",
      subject: id,
      details: { expiresAt: expiredAt.toISOString() },
      at,
    })
    const booking = await endUnanswered(tx, id, at)
    await orderBookingMail(tx, { kind: "expired", bookingId: id, extra: { expiredAt }, at })
    await handOnDelivery(tx, booking, { by: system, at })
  }
  await endUnsigned(tx, bookingIds, at)
  await lapseChanges(tx, bookingIds, at)
  return rows.length
}

/** Changes that nobody signed in time: their bookings are again what was signed (D59). */
async function lapseChanges(tx: Transaction, bookingIds: readonly BookingId[], at: Date): Promise<void> {
  const { rows } = await tx.execute<{ id: ContractId }>(sql`
    select change.id from contracts change
    where booking_id = any(${sql.param(bookingIds)}::uuid[]) and status = 'sent' and due_at <= ${at.toISOString()}::timestamptz
      and exists (select from contracts signed where signed.booking_id = change.booking_id and signed.status = 'signed')
    order by booking_id`)
  for (const { id } of rows) await lapseIn(tx, id, at)
}

async function endUnsigned(tx: Transaction, bookingIds: readonly BookingId[], at: Date): Promise<void> {
  const { rows } = await tx.execute<{ id: BookingId }>(sql`
    select id from bookings
    where id = any(${sql.param(bookingIds)}::uuid[]) and status = 'confirmed' and contract_due_at <= ${at.toISOString()}::timestamptz
    order by id`)
  for (const { id } of rows) await endIfUnsigned(tx, id, at)
}

/** Nobody was bound: whatever was paid by mistake goes back. */
async function endUnanswered(tx: Transaction, bookingId: BookingId, at: Date): Promise<typeof bookings.$inferSelect> {
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId))
  if (!booking) throw new Error(`Booking ${bookingId} was refused, then gone`)
  const settlement = customerCancellation(await settlementBasis(tx, booking, at), at)
  await writeEnd(tx, bookingId, { kind: "expired", by: null, settlement }, at)
  return booking
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

/** Refuses every request of a product that has run out of time and stands on a day from today on. */
export async function refuseExpiredOf(tx: Transaction, productId: ProductId, at: Date): Promise<void> {
  const today: Day = dayInParis(at)
  const { rows } = await tx.execute<{ id: BookingId }>(sql`
    select distinct booking_id as id from occupancy
    where product_id = ${productId} and day >= ${today} and ${expiredRequest(at)}`)
  if (rows.length > 0)
    await refuseExpired(
      tx,
      rows.map(({ id }) => id),
      at,
    )
}
