import { randomUUID } from "node:crypto"
import { and, eq, ne, sql } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { formatMoney } from "../../../domain/money.ts"
import type { BankLineState, StatementFormat } from "../../../domain/finance/bank-statement.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { type RecordProblem, recordPaymentIn } from "../finance/payments.ts"
import { type CorrectionProblem, correctPayment } from "../finance/correct-payment.ts"
import { type RefundProblem, recordRefundIn } from "../finance/refunds.ts"
import { bankCsvLayouts, bankLines, bankLinesNow, bankStatements } from "../../platform/schema/bank.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { payments, refunds } from "../../platform/schema/money.ts"
import { listOpenLinesFrom, readBankLine } from "./lines.ts"
import { buildProposals } from "./proposals.ts"
import { lockBookingForMoney } from "../../booking-record/lock-booking.ts"

type Line = typeof bankLinesNow.$inferSelect

export type LineProblem = { kind: "not-found" } | { kind: "decided"; state: BankLineState }

const MAX_NOTE = 300

/** Idempotent: the same form sent twice records one transfer. */
export async function settleAsPayment(
  actor: Staff,
  lineId: Id,
  bookingId: BookingId,
  at: Date = new Date(),
): Promise<Result<{ number: number }, LineProblem | RecordProblem>> {
  return transaction(async (tx) => {
    const line = await lockLine(tx, lineId)
    if (!line || line.amount < 0 || line.reversal) return err({ kind: "not-found" })
    if (line.state !== "open") return acceptRepeat(tx, line, bookingId)
    const payment = await recordPaymentIn(
      tx,
      actor,
      {
        id: randomUUID(),
        bookingId,
        means: "transfer",
        amount: line.amount,
        receivedOn: line.bookedOn,
        note: paymentNote(line),
      },
      at,
    )
    if (!payment.ok) return payment
    await storeDecision(tx, { actor, line, decision: { paymentId: payment.value.payment.id, recorded: true }, at })
    return ok(await recordSettlement(tx, { actor, line, bookingId, recorded: true, at }))
  })
}

export async function settleAsRecordedPayment(
  actor: Staff,
  lineId: Id,
  paymentId: Id,
  at: Date = new Date(),
): Promise<Result<{ number: number }, LineProblem | { kind: "not-that-payment" }>> {
  return transaction(async (tx) => {
    const line = await lockLine(tx, lineId)
    if (!line || line.amount < 0 || line.reversal) return err({ kind: "not-found" })
    const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for("no key update")
    if (payment && line.state !== "open") return acceptRepeat(tx, line, payment.bookingId)
    if (line.state !== "open") return err({ kind: "decided", state: line.state })
    const matches =
      payment &&
      payment.means === "transfer" &&
      payment.amount === line.amount &&
      payment.provider === null &&
      (await tx.$count(payments, eq(payments.corrects, paymentId))) === 0 &&
      (await tx.$count(bankLines, and(eq(bankLines.paymentId, paymentId), ne(bankLines.id, lineId)))) === 0
    if (!matches) return err({ kind: "not-that-payment" })
    await storeDecision(tx, { actor, line, decision: { paymentId, recorded: false }, at })
    return ok(await recordSettlement(tx, { actor, line, bookingId: payment.bookingId, recorded: false, at }))
  })
}

export async function settleAsRefund(
  actor: Staff,
  lineId: Id,
  refundId: Id,
  at: Date = new Date(),
): Promise<Result<{ number: number }, LineProblem | RefundProblem | { kind: "other-amount" }>> {
  const outcome = await transaction(async (tx) => {
    const line = await lockLine(tx, lineId)
    if (!line || line.amount > 0 || line.reversal) return err({ kind: "not-found" as const })
    if (line.state !== "open") return err({ kind: "decided" as const, state: line.state })
    const note = paymentNote(line)
    const refundResult = await recordRefundIn(tx, {
      actor,
      refundId,
      made: { means: "transfer", madeOn: line.bookedOn, note },
      at,
    })
    if (!refundResult.ok) return refundResult
    if (refundResult.value.amount !== -line.amount) throw new OtherAmount()
    await storeDecision(tx, { actor, line, decision: { refundId }, at })
    return ok(await recordSettlement(tx, { actor, line, bookingId: refundResult.value.bookingId, recorded: false, at }))
  }).catch((error: unknown) => {
    // The rollback leaves the refund owed.
    if (error instanceof OtherAmount) return err({ kind: "other-amount" as const })
    throw error
  })
  return outcome
}

class OtherAmount extends Error {}

/** The refund becomes owed again; the outgoing line and its return are both dismissed. */
export async function settleAsReturnedRefund(
  actor: Staff,
  lineId: Id,
  refundId: Id,
  at: Date = new Date(),
): Promise<Result<{ number: number }, LineProblem | { kind: "not-that-refund" }>> {
  return transaction(async (tx) => {
    const [row] = await tx.select({ bookingId: refunds.bookingId }).from(refunds).where(eq(refunds.id, refundId))
    if (!row) return err({ kind: "not-found" })
    await lockBookingForMoney(tx, row.bookingId)
    const line = await lockLine(tx, lineId)
    if (!line || line.amount < 0 || !line.reversal) return err({ kind: "not-found" })
    if (line.state !== "open") return err({ kind: "decided", state: line.state })
    const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for("update")
    if (!refund || refund.madeMeans !== "transfer" || refund.amount !== line.amount)
      return err({ kind: "not-that-refund" })
    const { bookingId, amount } = refund
    await tx
      .update(refunds)
      .set({ madeOn: null, madeMeans: null, madeAt: null, madeBy: null, note: null, failedAt: at, failure: RETURNED })
      .where(eq(refunds.id, refundId))
    const cleared = { paymentId: null, recorded: false, refundId: null }
    const decision = { ...cleared, dismissedAt: at, decidedAt: at, decidedBy: actor.id }
    await tx.update(bankLines).set(decision).where(eq(bankLines.refundId, refundId))
    await storeDecision(tx, { actor, line, decision: { dismissedAt: at }, at })
    const details = { amount, failure: RETURNED }
    await recordEvent(tx, { by: actor, action: "booking.refund-failed", subject: bookingId, details, at })
    return ok({ number: await readBookingNumber(tx, bookingId) })
  })
}

const RETURNED = "returned_transfer"

export async function dismissLine(actor: Staff, lineId: Id, at: Date = new Date()): Promise<Result<null, LineProblem>> {
  return transaction(async (tx) => {
    const line = await lockLine(tx, lineId)
    if (!line) return err({ kind: "not-found" })
    if (line.state === "dismissed") return ok(null)
    if (line.state !== "open") return err({ kind: "decided", state: line.state })
    await storeDecision(tx, { actor, line, decision: { dismissedAt: at }, at })
    await recordEvent(tx, {
      by: actor,
      action: "bank.line-dismissed",
      subject: lineId,
      details: eventDetails(line),
      at,
    })
    return ok(null)
  })
}

const MAX_SENDER_LINES = 1_000

export async function dismissLinesOfSender(
  actor: Staff,
  lineId: Id,
  at: Date = new Date(),
): Promise<Result<{ lines: number }, LineProblem>> {
  const line = await readBankLine(lineId)
  if (!line || line.counterparty === null || line.amount < 0) return err({ kind: "not-found" })
  if (line.state === "settled") return err({ kind: "decided", state: line.state })
  const senderLines = await listOpenLinesFrom(line.counterparty, MAX_SENDER_LINES)
  const proposals = await buildProposals(senderLines, at)
  const unmatched = senderLines.filter(({ id }) => proposals.get(id)?.payments.length === 0).map(({ id }) => id)
  const ids = `{${unmatched.join(",")}}`
  return transaction(async (tx) => {
    await tx.execute(sql`select from bank_lines where id = any(${ids}::uuid[]) order by id for update`)
    const { rows: open } = await tx.execute<{ id: Id }>(sql`
      update bank_lines set dismissed_at = ${at.toISOString()}, decided_at = ${at.toISOString()}, decided_by = ${actor.id},
        payment_id = null, recorded = false
      where id in (select id from bank_lines_now where state = 'open' and not reversal and id = any(${ids}::uuid[]))
      returning id`)
    if (open.length > 0)
      await recordEvent(tx, {
        by: actor,
        action: "bank.sender-dismissed",
        subject: lineId,
        details: { dismissed: open.length },
        at,
      })
    return ok({ lines: open.length })
  })
}

/** Reverses only a payment recorded for this line, and only if it is still `expectedPaymentId`. */
export async function reopenLine(
  actor: Staff,
  lineId: Id,
  expectedPaymentId: Id | null,
  at: Date = new Date(),
): Promise<Result<null, LineProblem | CorrectionProblem | { kind: "refund-noted" }>> {
  const [line] = await db.select().from(bankLinesNow).where(eq(bankLinesNow.id, lineId))
  if (!line) return err({ kind: "not-found" })
  if (line.state === "open") return ok(null)
  if (line.refundId !== null) return err({ kind: "refund-noted" })
  if (line.state === "settled" && line.paymentId !== expectedPaymentId)
    return err({ kind: "decided", state: line.state })
  if (line.state === "settled" && line.recorded && line.paymentId !== null) {
    const correction = await correctPayment(actor, line.paymentId, at)
    if (!correction.ok && correction.error.kind !== "not-correctable") return correction
  }
  return transaction(async (tx) => {
    const current = await lockLine(tx, lineId)
    if (!current) return err({ kind: "not-found" })
    if (current.state === "settled" && current.recorded) return err({ kind: "decided", state: current.state })
    await storeDecision(tx, { actor, line: current, decision: {}, at })
    await recordEvent(tx, {
      by: actor,
      action: "bank.line-reopened",
      subject: lineId,
      details: eventDetails(current),
      at,
    })
    return ok(null)
  })
}

/** Also forgets the column choice for that bank; importing the file again restores the lines. */
export async function removeStatement(
  actor: Staff,
  id: Id,
  at: Date = new Date(),
): Promise<Result<{ lines: number; left: number }, { kind: "not-found" }>> {
  return transaction(async (tx) => {
    const [statement] = await tx.select().from(bankStatements).where(eq(bankStatements.id, id)).for("update")
    if (!statement) return err({ kind: "not-found" })
    await tx.execute(sql`select from bank_lines where statement_id = ${id} for update`)
    const { rowCount } = await tx.execute(sql`
      delete from bank_lines where id in (
        select id from bank_lines_now where statement_id = ${id} and state <> 'settled')`)
    const lines = rowCount ?? 0
    const left = await tx.$count(bankLines, eq(bankLines.statementId, id))
    if (left === 0) await tx.delete(bankStatements).where(eq(bankStatements.id, id))
    if (statement.headerSha256 !== null)
      await tx.delete(bankCsvLayouts).where(eq(bankCsvLayouts.headerSha256, statement.headerSha256))
    const format: StatementFormat = statement.format
    await recordEvent(tx, { by: actor, action: "bank.removed", subject: id, details: { format, lines, left }, at })
    return ok({ lines, left })
  })
}

/** Locks the line, so that a concurrent decision is seen. */
async function lockLine(tx: Transaction, id: Id): Promise<Line | null> {
  await tx.select({ id: bankLines.id }).from(bankLines).where(eq(bankLines.id, id)).for("update")
  const [line] = await tx.select().from(bankLinesNow).where(eq(bankLinesNow.id, id))
  return line ?? null
}

type Decision = Partial<Pick<typeof bankLines.$inferInsert, "paymentId" | "recorded" | "refundId" | "dismissedAt">>

async function storeDecision(
  tx: Transaction,
  { actor, line: { id }, decision, at }: { actor: Staff; line: Line; decision: Decision; at: Date },
) {
  const cleared = { paymentId: null, recorded: false, refundId: null, dismissedAt: null }
  await tx
    .update(bankLines)
    .set({ ...cleared, ...decision, decidedAt: at, decidedBy: actor.id })
    .where(eq(bankLines.id, id))
}

async function recordSettlement(
  tx: Transaction,
  {
    actor,
    line,
    bookingId,
    recorded,
    at,
  }: { actor: Staff; line: Line; bookingId: BookingId; recorded: boolean; at: Date },
): Promise<{ number: number }> {
  const number = await readBookingNumber(tx, bookingId)
  const details = { ...eventDetails(line), number, recorded }
  await recordEvent(tx, { by: actor, action: "bank.line-settled", subject: line.id, details, at })
  return { number }
}

async function readBookingNumber(tx: Transaction, bookingId: BookingId): Promise<number> {
  const [booking] = await tx.select({ number: bookings.number }).from(bookings).where(eq(bookings.id, bookingId))
  if (!booking) throw new Error("A payment without its booking")
  return booking.number
}

async function acceptRepeat(
  tx: Transaction,
  { paymentId, state }: Line,
  bookingId: BookingId,
): Promise<Result<{ number: number }, LineProblem>> {
  const [payment] =
    state === "settled" && paymentId !== null
      ? await tx.select({ bookingId: payments.bookingId }).from(payments).where(eq(payments.id, paymentId))
      : []
  if (payment?.bookingId !== bookingId) return err({ kind: "decided", state })
  return ok({ number: await readBookingNumber(tx, bookingId) })
}

function eventDetails({ amount, bookedOn }: Line) {
  return { amount, bookedOn }
}

/** The payment's note outlives the bank line, which retention erases. */
function paymentNote({ label, counterparty, reference, amount }: Line): string {
  const texts = [...new Set([counterparty, label, reference].filter((part) => part !== null && part !== ""))]
  return `Relevé bancaire\u00a0: ${texts.length > 0 ? texts.join(", ") : formatMoney(Math.abs(amount))}`.slice(
    0,
    MAX_NOTE,
  )
}
