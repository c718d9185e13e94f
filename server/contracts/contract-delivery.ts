import { eq, sql } from "drizzle-orm"
import { type Staff, system } from "../../domain/accounts/party.ts"
import { dayInParis } from "../../domain/day.ts"
import { contractDue } from "../../domain/booking/deadlines.ts"
import type { BookingId, Id } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { contracts } from "../platform/schema/bookings.ts"
import { customerMailId, orderBookingMail } from "../booking-record/booking-mails.ts"
import { LATE_AFTER_MINUTES } from "../platform/mail/mails.ts"
import { addEvidence } from "./evidence.ts"
import { createBookingLink, signingUrl } from "../access/capability-links.ts"
import { type Contract, readLiveContracts } from "./versions.ts"
import type { Booking } from "../booking-record/booking.ts"
import { lockBooking } from "../booking-record/lock-booking.ts"

const contractMails = (contract: ReturnType<typeof sql>) => sql`
  with recursive carrier (id) as (
    select (details ->> 'mailId')::uuid from contract_evidence
    where contract_id = ${contract} and kind in ('sent', 'reminded') and details ? 'mailId'
    union select sent_again_as from mails join carrier using (id) where sent_again_as is not null)
  select id, state, ordered_at, settled_at from mails join carrier using (id)`

/** Locks the booking; call it before writing to the mail. */
export async function lockBookingOfContractMail(tx: Transaction, mailId: Id): Promise<Booking | null> {
  const { rows } = await tx.execute<{ booking_id: BookingId }>(sql`
    select contracts.booking_id from mails join contracts using (booking_id)
    where mails.id = ${mailId}::uuid and contracts.status = 'sent'
      and mails.id in (select id from (${contractMails(sql`contracts.id`)}) carried)`)
  const [row] = rows
  return row ? lockBooking(tx, row.booking_id) : null
}

/** The deadline stops while no mail is delivered or pending (D12). */
export async function followDelivery(tx: Transaction, booking: Booking, at: Date): Promise<void> {
  const { waiting } = await readLiveContracts(tx, booking.id)
  if (booking.status !== "confirmed" || waiting?.status !== "sent") return
  const delivery = await readDeliveryStatus(tx, waiting, at)
  if (delivery === "nothing-to-follow") return
  const { deliveredAt, isPending } = delivery
  const isLate = deliveredAt !== null && (waiting.dueAt === null || deliveredAt > waiting.dueAt)
  if (isLate) return beginDeadlineLate(tx, waiting, booking, at)
  if (deliveredAt !== null || isPending || waiting.dueAt === null) return
  await stopDeadline(tx, waiting, booking.id, at)
}

/** Call it under the booking lock; without a delivered mail it stops the deadline instead. */
export async function updateSigningDeadline(
  tx: Transaction,
  booking: Booking,
  at: Date,
): Promise<"expired" | "not-expired"> {
  await followDelivery(tx, booking, at)
  const { waiting } = await readLiveContracts(tx, booking.id)
  if (waiting?.status !== "sent" || waiting.dueAt === null || waiting.dueAt > at) return "not-expired"
  const delivery = await readDeliveryStatus(tx, waiting, at)
  if (delivery === "nothing-to-follow" || delivery.deliveredAt !== null) return "expired"
  await stopDeadline(tx, waiting, booking.id, at)
  return "not-expired"
}

async function readDeliveryStatus(
  tx: Transaction,
  waiting: Contract,
  at: Date,
): Promise<{ deliveredAt: Date | null; isPending: boolean } | "nothing-to-follow"> {
  const { rows } = await tx.execute<{
    carriers: number
    delivered_at: string | null
    is_pending: boolean
    handed_over: boolean
  }>(sql`
    select count(*)::integer as carriers, min(settled_at) filter (where state = 'sent') as delivered_at,
      coalesce(bool_or(state = 'waiting'
        and ordered_at > ${at.toISOString()}::timestamptz - ${LATE_AFTER_MINUTES} * interval '1 minute'), false) as is_pending,
      exists (select from contract_evidence where contract_id = ${waiting.id} and kind = 'handed-over') as handed_over
    from (${contractMails(sql`${waiting.id}`)}) carried`)
  const [row] = rows
  if (!row || row.carriers === 0 || row.handed_over) return "nothing-to-follow"
  return { deliveredAt: row.delivered_at === null ? null : new Date(row.delivered_at), isPending: row.is_pending }
}

export async function stopSigningDeadline(tx: Transaction, bookingId: BookingId, at: Date): Promise<void> {
  const { waiting } = await readLiveContracts(tx, bookingId)
  if (waiting?.status === "sent" && waiting.dueAt !== null) await stopDeadline(tx, waiting, bookingId, at)
}

async function stopDeadline(
  tx: Transaction,
  { id, version, dueAt }: Contract,
  bookingId: BookingId,
  at: Date,
): Promise<void> {
  if (dueAt === null) return
  await tx.update(contracts).set({ dueAt: null }).where(eq(contracts.id, id))
  await addEvidence(tx, id, { kind: "undelivered", details: { dueAt: dueAt.toISOString() } }, at)
  const details = { version }
  await recordEvent(tx, { by: system, action: "booking.contract-undelivered", subject: bookingId, details, at })
}

/** Never restarts from the first day on: a running rental is not cancelled. */
async function beginDeadlineLate(tx: Transaction, waiting: Contract, booking: Booking, at: Date): Promise<void> {
  if (booking.firstDay <= dayInParis(at)) {
    if (waiting.dueAt !== null) await stopDeadline(tx, waiting, booking.id, at)
    return
  }
  const dueAt = await beginSigningDeadline(tx, waiting, booking, at)
  await addEvidence(tx, waiting.id, { kind: "delivered-late", details: { dueAt: dueAt.toISOString() } }, at)
  const details = { version: waiting.version, dueAt: dueAt.toISOString() }
  await recordEvent(tx, { by: system, action: "booking.contract-sent", subject: booking.id, details, at })
  const { id: linkId, secret } = await createBookingLink(tx, { booking, purpose: "sign", at })
  const extra = { signingUrl: signingUrl(secret), signBy: dueAt }
  const mailId = customerMailId(
    await orderBookingMail(tx, { kind: "contract-reminder", bookingId: booking.id, extra, at }),
  )
  await addEvidence(tx, waiting.id, { kind: "reminded", details: { linkId, mailId } }, at)
}

export async function beginSigningDeadline(
  tx: Transaction,
  { id }: Pick<Contract, "id">,
  { firstDay, returnsOn }: Pick<Booking, "firstDay" | "returnsOn">,
  at: Date,
): Promise<Date> {
  const dueAt = contractDue(at, firstDay, returnsOn)
  await tx.update(contracts).set({ status: "sent", sentAt: at, dueAt, remindedAt: null }).where(eq(contracts.id, id))
  return dueAt
}

type HandOverProblem = { kind: "not-found" } | { kind: "not-waiting" }

export async function recordHandOver(
  actor: Staff,
  { bookingId, version }: { bookingId: BookingId; version: number },
  at: Date = new Date(),
): Promise<Result<Date, HandOverProblem>> {
  return transaction(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking) return err({ kind: "not-found" })
    const { waiting } = await readLiveContracts(tx, bookingId)
    const isActive = booking.status === "confirmed" && booking.firstDay >= dayInParis(at)
    const isWaiting = waiting?.version === version && waiting.pdfSha256 !== null && waiting.dueAt === null
    if (!isActive || !isWaiting) return err({ kind: "not-waiting" })
    const dueAt = await beginSigningDeadline(tx, waiting, booking, at)
    const deadline = { dueAt: dueAt.toISOString() }
    const details = { ...deadline, administratorId: actor.id }
    await addEvidence(tx, waiting.id, { kind: "handed-over", details }, at)
    await recordEvent(tx, {
      by: actor,
      action: "booking.contract-handed-over",
      subject: bookingId,
      details: { version: waiting.version, ...deadline },
      at,
    })
    return ok(dueAt)
  })
}
