import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import type { BookingId, ProfileId } from "../../domain/id.ts"
import { type BookingEndKind, isUndoableEnd } from "../../domain/booking/booking-end.ts"
import type { Day } from "../../domain/day.ts"
import { refundDue } from "../../domain/booking/deadlines.ts"
import { type BookingStatus, occupiesDays } from "../../domain/booking/status.ts"
import type { Settlement } from "../../domain/finance/cancellation-settlement.ts"
import { undoEndsAt } from "../../domain/journal/undo-window.ts"
import { addEvidence } from "../contracts/evidence.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { scheduleRefund } from "../money/finance/schedule-refunds.ts"
import { syncCardPayments } from "../money/payments/sync-card-payments.ts"
import { bookingEnds, dateChangeRequests } from "../platform/schema/booking-ends.ts"
import { issueDueInvoices } from "../money/invoicing/issue.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { refunds } from "../platform/schema/money.ts"
import { lockBooking } from "../booking-record/lock-booking.ts"

type BookingEnd = {
  kind: BookingEndKind
  /** null for the system. */
  by: ProfileId | null
  settlement: Settlement
  forceMajeure?: boolean
  /** Only for ends noted by the owner (D68). */
  noticedOn?: Day | null
  reason?: string | undefined
}

/** These keep a share of the total (D53). */
const tieredKinds: ReadonlySet<BookingEndKind> = new Set(["cancelled_by_customer", "no_show", "unpaid"])

/** Requires the row lock and the final status; frees no days (D57). */
export async function writeEnd(
  tx: Transaction,
  bookingId: BookingId,
  { kind, by, settlement, forceMajeure = false, noticedOn = null, reason }: BookingEnd,
  at: Date,
): Promise<void> {
  await syncCardPayments(tx, bookingId)
  const { retainedPercent: keptPercent, retained: kept, refund, indemnity } = settlement
  await tx.insert(bookingEnds).values({
    bookingId,
    kind,
    at,
    by,
    sharePercent: tieredKinds.has(kind) ? keptPercent : null,
    kept,
    refund,
    indemnity,
    forceMajeure,
    noticedOn,
    reason: reason ?? null,
  })
  const refundBase = {
    bookingId,
    reason: kind === "withdrawn" ? ("withdrawn" as const) : ("cancelled" as const),
    dueOn: refundDue(at),
    createdAt: at,
    createdBy: by,
  }
  if (refund > 0) await scheduleRefund(tx, { ...refundBase, amount: refund }, undoEndsAt(at))
  if (indemnity > 0) await tx.insert(refunds).values({ ...refundBase, kind: "indemnity", amount: indemnity })
  await tx
    .update(dateChangeRequests)
    .set({ status: "withdrawn", answeredAt: at })
    .where(and(eq(dateChangeRequests.bookingId, bookingId), eq(dateChangeRequests.status, "open")))
  await issueDueInvoices(tx, bookingId, at)
}

export async function closeContracts(
  tx: Transaction,
  bookingId: BookingId,
  { statusIfSent, bookingStatus }: { statusIfSent: "void" | "lapsed"; bookingStatus: BookingStatus },
  at: Date,
): Promise<void> {
  const { rows } = await tx.execute<{ id: BookingId; due_at: string | null; was: string }>(sql`
    with waiting as (select id, status, due_at from contracts where booking_id = ${bookingId} and status in ('prepared', 'sent'))
    update contracts set status = case when waiting.status = 'sent' then ${statusIfSent} else 'void' end
    from waiting where contracts.id = waiting.id
    returning contracts.id, waiting.due_at, contracts.status as was`)
  for (const { id, due_at: dueAt, was } of rows) {
    const [kind, details] =
      was === "lapsed"
        ? ["lapsed", { dueAt: dueAt === null ? null : new Date(dueAt).toISOString() }]
        : ["voided", { bookingStatus }]
    await tx.execute(sql`
      with written as (
        insert into contract_evidence (contract_id, at, kind, details)
        values (${id}, ${at.toISOString()}, ${kind}, ${JSON.stringify(details)}::jsonb) returning id)
      insert into contract_evidence_details (evidence_id) select id from written`)
  }
  await tx.execute(sql`
    delete from signing_codes where contract_id in (select id from contracts where booking_id = ${bookingId})`)
  // Signed contracts stay readable by link (D75).
  await tx.execute(sql`
    update booking_links set revoked_at = ${at.toISOString()}
    where booking_id = ${bookingId} and purpose = 'sign' and used_at is null and revoked_at is null
      and (${bookingStatus} = 'pending' or not exists (
        select from contracts where booking_id = ${bookingId} and status = 'signed'))`)
}

/** Call it after the status is written (D32). */
export async function voidSignedContracts(tx: Transaction, bookingId: BookingId, at: Date): Promise<void> {
  const ended = await tx
    .update(contracts)
    .set({ status: "void" })
    .where(and(eq(contracts.bookingId, bookingId), eq(contracts.status, "signed")))
    .returning({ id: contracts.id })
  if (ended.length === 0) return
  for (const { id } of ended) await addEvidence(tx, id, { kind: "voided", details: { bookingStatus: "pending" } }, at)
  // The ticks belonged to that contract (D33).
  await tx
    .update(bookings)
    .set({ earlyPerformanceRequestedAt: null, withdrawalLossAcknowledgedAt: null })
    .where(eq(bookings.id, bookingId))
}

export async function closeEndedBooking(bookingId: BookingId, at: Date): Promise<string> {
  return transaction(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking || occupiesDays(booking.status)) return "goes on"
    await closeContracts(tx, bookingId, { statusIfSent: "void", bookingStatus: booking.status }, at)
    await issueDueInvoices(tx, bookingId, at)
    return "closed"
  })
}

const companyEnds: readonly BookingEndKind[] = ["cancelled_by_company", "refused", "expired", "unsigned"]

/** A cancellation by the customer keeps its refunds and its closed requests. */
export async function undoEnd(tx: Transaction, bookingId: BookingId, at: Date): Promise<void> {
  const [end] = await tx
    .update(bookingEnds)
    .set({ undoneAt: at })
    .where(and(eq(bookingEnds.bookingId, bookingId), isNull(bookingEnds.undoneAt)))
    .returning()
  if (!end || !(companyEnds.includes(end.kind) || isUndoableEnd(end))) return
  await tx
    .update(dateChangeRequests)
    .set({ status: "open", answeredAt: null })
    .where(
      and(
        eq(dateChangeRequests.bookingId, bookingId),
        eq(dateChangeRequests.status, "withdrawn"),
        eq(dateChangeRequests.answeredAt, end.at),
      ),
    )
  await tx
    .update(refunds)
    .set({ droppedAt: at })
    .where(
      and(
        eq(refunds.bookingId, bookingId),
        inArray(refunds.reason, ["cancelled"]),
        isNull(refunds.madeAt),
        isNull(refunds.droppedAt),
        // A begun refund is already on its way to the customer.
        isNull(refunds.begunAt),
      ),
    )
}
