import { eq, sql } from "drizzle-orm"
import { type Administrator, system } from "../../domain/accounts/party.ts"
import { dayInParis } from "../../domain/day.ts"
import { contractDue } from "../../domain/booking/deadlines.ts"
import type { BookingId, Id } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { customerMail, orderBookingMail } from "../booking-record/booking-mails.ts"
import { ON_ITS_WAY_MINUTES } from "../platform/mail/mails.ts"
import { addEvidence } from "./evidence.ts"
import { newBookingLink, signingUrl } from "../access/capability-links.ts"
import { type Contract, liveContracts } from "./versions.ts"

type Booking = typeof bookings.$inferSelect

/** The mails that carry a contract to its signer, those that were sent again in their place included. */
const carriers = (contract: ReturnType<typeof sql>) => sql`
  with recursive carrier (id) as (
    select (details ->> 'mailId')::uuid from contract_evidence
    where contract_id = ${contract} and kind in ('sent', 'reminded') and details ? 'mailId'
    union select sent_again_as from mails join carrier using (id) where sent_again_as is not null)
  select id, state, ordered_at, settled_at from mails join carrier using (id)`

/** The booking whose waiting contract that mail carries, locked; null for any other mail. To be asked before the mail is written to. */
export async function lockCarried(tx: Transaction, mailId: Id): Promise<Booking | null> {
  const { rows } = await tx.execute<{ booking_id: BookingId }>(sql`
    select contracts.booking_id from mails join contracts using (booking_id)
    where mails.id = ${mailId}::uuid and contracts.status = 'sent'
      and mails.id in (select id from (${carriers(sql`contracts.id`)}) carried)`)
  const [found] = rows
  if (!found) return null
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, found.booking_id)).for("update")
  return booking ?? null
}

/**
 * What the fate of a mail means for the time to sign: it stops once no mail that carries the contract was delivered or is
 * on its way, and begins anew with the first one that is delivered (D12). What was handed over runs whatever becomes of
 * mails.
 */
export async function followDelivery(tx: Transaction, booking: Booking, at: Date): Promise<void> {
  const { waiting } = await liveContracts(tx, booking.id)
  if (booking.status !== "confirmed" || waiting?.status !== "sent") return
  const fate = await fateOf(tx, waiting, at)
  if (fate === "nothing-to-follow") return
  const { delivered, waits } = fate
  const isLate = delivered !== null && (waiting.dueAt === null || delivered > waiting.dueAt)
  if (isLate) return beginLate(tx, waiting, booking, at)
  if (delivered !== null || waits || waiting.dueAt === null) return
  await stop(tx, waiting, booking.id, at)
}

/**
 * Whether the time to sign has run out for anyone who had the contract: asked before it ends a booking or takes a change
 * back, under the booking's lock. Where no mail with it was delivered the time stops instead, although one may still be
 * on its way: nothing ends by a mail that nobody has tried to deliver.
 */
export async function hasRunOut(tx: Transaction, booking: Booking, at: Date): Promise<boolean> {
  await followDelivery(tx, booking, at)
  const { waiting } = await liveContracts(tx, booking.id)
  if (waiting?.status !== "sent" || waiting.dueAt === null || waiting.dueAt > at) return false
  const fate = await fateOf(tx, waiting, at)
  if (fate === "nothing-to-follow" || fate.delivered !== null) return true
  await stop(tx, waiting, booking.id, at)
  return false
}

/** What became of the mails that carry a contract. There is nothing to follow once it was handed over, and where it names none. */
async function fateOf(
  tx: Transaction,
  waiting: Contract,
  at: Date,
): Promise<{ delivered: Date | null; waits: boolean } | "nothing-to-follow"> {
  const { rows } = await tx.execute<{
    carriers: number
    delivered_at: string | null
    waits: boolean
    handed_over: boolean
  }>(sql`
    select count(*)::integer as carriers, min(settled_at) filter (where state = 'sent') as delivered_at,
      coalesce(bool_or(state = 'waiting'
        and ordered_at > ${at.toISOString()}::timestamptz - ${ON_ITS_WAY_MINUTES} * interval '1 minute'), false) as waits,
      exists (select from contract_evidence where contract_id = ${waiting.id} and kind = 'handed-over') as handed_over
    from (${carriers(sql`${waiting.id}`)}) carried`)
  const [found] = rows
  // What was sent before mails were followed names none.
  if (!found || found.carriers === 0 || found.handed_over) return "nothing-to-follow"
  return { delivered: found.delivered_at === null ? null : new Date(found.delivered_at), waits: found.waits }
}

/** Nobody is known to have the contract any more: its time stops, and the owner is to see to it. */
export async function stopTime(tx: Transaction, bookingId: BookingId, at: Date): Promise<void> {
  const { waiting } = await liveContracts(tx, bookingId)
  if (waiting?.status === "sent" && waiting.dueAt !== null) await stop(tx, waiting, bookingId, at)
}

async function stop(tx: Transaction, { id, version, dueAt }: Contract, bookingId: BookingId, at: Date): Promise<void> {
  if (dueAt === null) return
  await tx.update(contracts).set({ dueAt: null }).where(eq(contracts.id, id))
  await addEvidence(tx, id, { kind: "undelivered", details: { dueAt: dueAt.toISOString() } }, at)
  const details = { version }
  await recordEvent(tx, { by: system, action: "booking.contract-undelivered", subject: bookingId, details, at })
}

/**
 * The first mail that was delivered, later than was meant: its customer has the whole time all the same, and reads until
 * when in a mail of its own. From the first day on nothing begins: what takes place is not cancelled for a late mail.
 */
async function beginLate(tx: Transaction, waiting: Contract, booking: Booking, at: Date): Promise<void> {
  if (booking.firstDay <= dayInParis(at)) {
    if (waiting.dueAt !== null) await stop(tx, waiting, booking.id, at)
    return
  }
  const dueAt = await begin(tx, waiting, booking, at)
  await addEvidence(tx, waiting.id, { kind: "delivered-late", details: { dueAt: dueAt.toISOString() } }, at)
  const details = { version: waiting.version, dueAt: dueAt.toISOString() }
  await recordEvent(tx, { by: system, action: "booking.contract-sent", subject: booking.id, details, at })
  const { id: linkId, secret } = await newBookingLink(tx, booking, "sign", at)
  const extra = { signingUrl: signingUrl(secret), signBy: dueAt }
  const mailId = customerMail(
    await orderBookingMail(tx, { kind: "contract-reminder", bookingId: booking.id, extra, at }),
  )
  await addEvidence(tx, waiting.id, { kind: "reminded", details: { linkId, mailId } }, at)
}

/** The time to sign begins at that moment. */
export async function begin(
  tx: Transaction,
  { id }: Pick<Contract, "id">,
  { firstDay, lastDay }: Pick<Booking, "firstDay" | "lastDay">,
  at: Date,
): Promise<Date> {
  const dueAt = contractDue(at, firstDay, lastDay)
  await tx.update(contracts).set({ status: "sent", sentAt: at, dueAt, remindedAt: null }).where(eq(contracts.id, id))
  return dueAt
}

export type HandOverProblem =
  | { kind: "not-found" }
  /** That version does not wait to be handed over: it was delivered, signed or replaced, or its first day is over (D78). */
  | { kind: "not-waiting" }

/** The owner has given that version to a customer whom no mail has reached: their time to sign begins. Answers its end. */
export async function noteHandedOver(
  actor: Administrator,
  { bookingId, version }: { bookingId: BookingId; version: number },
  at: Date = new Date(),
): Promise<Result<Date, HandOverProblem>> {
  return transaction(async (tx) => {
    const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId)).for("update")
    if (!booking) return err({ kind: "not-found" })
    const { waiting } = await liveContracts(tx, bookingId)
    const goesOn = booking.status === "confirmed" && booking.firstDay >= dayInParis(at)
    const waits = waiting?.version === version && waiting.pdfSha256 !== null && waiting.dueAt === null
    if (!goesOn || !waits) return err({ kind: "not-waiting" })
    const dueAt = await begin(tx, waiting, booking, at)
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
