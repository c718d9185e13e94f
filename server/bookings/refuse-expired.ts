import { eq, sql } from "drizzle-orm"
import type { BookingId, ContractId, ProductId } from "../../domain/id.ts"
import { system } from "../../domain/accounts/party.ts"
import { customerCancellation } from "../../domain/finance/cancellation-settlement.ts"
import { findExpiredRequests } from "../availability/expired.ts"
import { releaseBookingDays } from "../availability/release.ts"
import type { Transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { writeEnd } from "./end-booking.ts"
import { endIfUnsigned } from "./end-unsigned.ts"
import { lapseChangeInTransaction } from "./lapse-change.ts"
import { readSettlementBasis } from "./settlement.ts"

/** Whoever meets an expired request calls this first (D12). Counts refused requests only. */
export async function refuseExpired(tx: Transaction, bookingIds: readonly BookingId[], at: Date): Promise<number> {
  if (bookingIds.length === 0) return 0
  const { rows } = await tx.execute<{ id: BookingId; expires_at: string }>(sql`
    with expired as (
      select id from bookings
      where id = any(${sql.param(bookingIds)}::uuid[]) and status = 'pending' and expires_at <= ${at.toISOString()}::timestamptz
      order by id for update)
    update bookings set status = 'refused' from expired where bookings.id = expired.id
    returning bookings.id, expires_at`)
  for (const { id, expires_at: expires } of rows) {
    const expiredAt = new Date(expires)
    await releaseBookingDays(tx, id, at)
    await recordEvent(tx, {
      by: system,
      action: "booking.expired",
      subject: id,
      details: { expiresAt: expiredAt.toISOString() },
      at,
    })
    await endUnanswered(tx, id, at)
    await orderBookingMail(tx, { kind: "expired", bookingId: id, extra: { expiredAt }, at })
  }
  await endUnsigned(tx, bookingIds, at)
  await lapseChanges(tx, bookingIds, at)
  return rows.length
}

async function lapseChanges(tx: Transaction, bookingIds: readonly BookingId[], at: Date): Promise<void> {
  const { rows } = await tx.execute<{ id: ContractId }>(sql`
    select change.id from contracts change
    where booking_id = any(${sql.param(bookingIds)}::uuid[]) and status = 'sent' and due_at <= ${at.toISOString()}::timestamptz
      and exists (select from contracts signed where signed.booking_id = change.booking_id and signed.status = 'signed')
    order by booking_id`)
  for (const { id } of rows) await lapseChangeInTransaction(tx, id, at)
}

async function endUnsigned(tx: Transaction, bookingIds: readonly BookingId[], at: Date): Promise<void> {
  const { rows } = await tx.execute<{ id: BookingId }>(sql`
    select id from bookings
    where id = any(${sql.param(bookingIds)}::uuid[]) and status = 'confirmed' and contract_due_at <= ${at.toISOString()}::timestamptz
    order by id`)
  for (const { id } of rows) await endIfUnsigned(tx, id, at)
}

/** Nobody was bound, so any payment goes back. */
async function endUnanswered(tx: Transaction, bookingId: BookingId, at: Date): Promise<void> {
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId))
  if (!booking) throw new Error(`Booking ${bookingId} was refused, then gone`)
  const settlement = customerCancellation(await readSettlementBasis(tx, booking, at), at)
  await writeEnd(tx, bookingId, { kind: "expired", by: null, settlement }, at)
}

export async function refuseExpiredForProduct(tx: Transaction, productId: ProductId, at: Date): Promise<void> {
  await refuseExpired(tx, await findExpiredRequests(tx, { productId, at }), at)
}
