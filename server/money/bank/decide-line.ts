import { randomUUID } from "node:crypto"
import { and, eq, ne, sql } from "drizzle-orm"
import type { Administrator } from "../../../domain/accounts/party.ts"
import { formatMoney } from "../../../domain/money.ts"
import type { BankLineState, StatementFormat } from "../../../domain/finance/bank-statement.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { type CorrectionProblem, type RecordProblem, correctPayment, recordPaymentIn } from "../finance/payments.ts"
import { type RefundProblem, noteRefundIn } from "../finance/refunds.ts"
import { bankCsvLayouts, bankLines, bankLinesNow, bankStatements } from "../../platform/schema/bank.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { payments, refunds } from "../../platform/schema/money.ts"
import { openLinesFrom, readBankLine } from "./lines.ts"
import { proposalsFor } from "./proposals.ts"

type Line = typeof bankLinesNow.$inferSelect

export type LineProblem =
  | { kind: "not-found" }
  /** Somebody was faster: what it is now. */
  | { kind: "decided"; state: BankLineState }

const MAX_NOTE = 300

/** The line pays that booking: a transfer is recorded there, of the statement's day and amount. Sent twice it is one. */
export async function settleAsPayment(
  actor: Administrator,
  lineId: Id,
  bookingId: BookingId,
  at: Date = new Date(),
): Promise<Result<{ number: number }, LineProblem | RecordProblem>> {
  return transaction(async (tx) => {
    const line = await lockLine(tx, lineId)
    if (!line || line.amount < 0 || line.reversal) return err({ kind: "not-found" })
    if (line.state !== "open") return repeatedOr(tx, line, bookingId)
    const payment = await recordPaymentIn(
      tx,
      actor,
      {
        id: randomUUID(),
        bookingId,
        means: "transfer",
        amount: line.amount,
        receivedOn: line.bookedOn,
        note: noteOf(line),
      },
      at,
    )
    if (!payment.ok) return payment
    await settle(tx, actor, line, { paymentId: payment.value.payment.id, recorded: true }, at)
    return ok(await settled(tx, actor, line, bookingId, true, at))
  })
}

/** The line is a transfer that was noted by hand before: nothing is recorded a second time. */
export async function settleAsNoted(
  actor: Administrator,
  lineId: Id,
  paymentId: Id,
  at: Date = new Date(),
): Promise<Result<{ number: number }, LineProblem | { kind: "not-that-payment" }>> {
  return transaction(async (tx) => {
    const line = await lockLine(tx, lineId)
    if (!line || line.amount < 0 || line.reversal) return err({ kind: "not-found" })
    const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for("no key update")
    if (payment && line.state !== "open") return repeatedOr(tx, line, payment.bookingId)
    if (line.state !== "open") return err({ kind: "decided", state: line.state })
    const isIt =
      payment &&
      payment.means === "transfer" &&
      payment.amount === line.amount &&
      payment.provider === null &&
      (await tx.$count(payments, eq(payments.corrects, paymentId))) === 0 &&
      (await tx.$count(bankLines, and(eq(bankLines.paymentId, paymentId), ne(bankLines.id, lineId)))) === 0
    if (!isIt) return err({ kind: "not-that-payment" })
    await settle(tx, actor, line, { paymentId, recorded: false }, at)
    return ok(await settled(tx, actor, line, payment.bookingId, false, at))
  })
}

/** The line is a refund that was owed: it is noted as made by transfer, on the statement's day. */
export async function settleAsRefund(
  actor: Administrator,
  lineId: Id,
  refundId: Id,
  at: Date = new Date(),
): Promise<Result<{ number: number }, LineProblem | RefundProblem | { kind: "other-amount" }>> {
  const outcome = await transaction(async (tx) => {
    const line = await lockLine(tx, lineId)
    if (!line || line.amount > 0 || line.reversal) return err({ kind: "not-found" as const })
    if (line.state !== "open") return err({ kind: "decided" as const, state: line.state })
    const note = noteOf(line)
    const made = await noteRefundIn(tx, actor, refundId, { means: "transfer", madeOn: line.bookedOn, note }, at)
    if (!made.ok) return made
    if (made.value.amount !== -line.amount) throw new OtherAmount()
    await settle(tx, actor, line, { refundId }, at)
    return ok(await settled(tx, actor, line, made.value.bookingId, false, at))
  }).catch((error: unknown) => {
    // Rolled back whole: the refund is still owed.
    if (error instanceof OtherAmount) return err({ kind: "other-amount" as const })
    throw error
  })
  return outcome
}

class OtherAmount extends Error {}

/**
 * The bank brought back a transfer that had been noted as a refund: it is to be given back again, and both lines are done
 * with. The register of takings has the money back.
 */
export async function settleAsReturnedRefund(
  actor: Administrator,
  lineId: Id,
  refundId: Id,
  at: Date = new Date(),
): Promise<Result<{ number: number }, LineProblem | { kind: "not-that-refund" }>> {
  return transaction(async (tx) => {
    const [known] = await tx.select({ bookingId: refunds.bookingId }).from(refunds).where(eq(refunds.id, refundId))
    if (!known) return err({ kind: "not-found" })
    await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, known.bookingId)).for("no key update")
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
    const nothing = { paymentId: null, recorded: false, refundId: null }
    const decision = { ...nothing, dismissedAt: at, decidedAt: at, decidedBy: actor.id }
    await tx.update(bankLines).set(decision).where(eq(bankLines.refundId, refundId))
    await settle(tx, actor, line, { dismissedAt: at }, at)
    const details = { amount, failure: RETURNED }
    await recordEvent(tx, { by: actor, action: "booking.refund-failed", subject: bookingId, details, at })
    return ok({ number: await numberOf(tx, bookingId) })
  })
}

/** Why a transfer failed, as the record keeps it. */
const RETURNED = "returned_transfer"

/** The line is nothing that a booking waits for. */
export async function dismissLine(
  actor: Administrator,
  lineId: Id,
  at: Date = new Date(),
): Promise<Result<null, LineProblem>> {
  return transaction(async (tx) => {
    const line = await lockLine(tx, lineId)
    if (!line) return err({ kind: "not-found" })
    if (line.state === "dismissed") return ok(null)
    if (line.state !== "open") return err({ kind: "decided", state: line.state })
    await settle(tx, actor, line, { dismissedAt: at }, at)
    await recordEvent(tx, { by: actor, action: "bank.line-dismissed", subject: lineId, details: entryOf(line), at })
    return ok(null)
  })
}

/** Lines of one sender that are looked through at once. */
const MAX_OF_SENDER = 1_000

/**
 * Ignores the open lines that came in from whom this one did and that propose no booking: a payment provider's or a tax
 * office's transfers. How many there were.
 */
export async function dismissLinesOfSender(
  actor: Administrator,
  lineId: Id,
  at: Date = new Date(),
): Promise<Result<{ lines: number }, LineProblem>> {
  const line = await readBankLine(lineId)
  if (!line || line.counterparty === null || line.amount < 0) return err({ kind: "not-found" })
  if (line.state === "settled") return err({ kind: "decided", state: line.state })
  const ofSender = await openLinesFrom(line.counterparty, MAX_OF_SENDER)
  const proposals = await proposalsFor(ofSender, at)
  const nobodys = ofSender.filter(({ id }) => proposals.get(id)?.payments.length === 0).map(({ id }) => id)
  const ids = `{${nobodys.join(",")}}`
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

/**
 * Opens a line again. A payment that was recorded for it is taken back by a counter-entry, as on its booking's page; one
 * that was noted before stays. A refund that was noted stays noted. `shown`: the payment that the person saw it settled as;
 * one that stands there since is not taken back unseen.
 */
export async function reopenLine(
  actor: Administrator,
  lineId: Id,
  shown: Id | null,
  at: Date = new Date(),
): Promise<Result<null, LineProblem | CorrectionProblem | { kind: "refund-noted" }>> {
  const [line] = await db.select().from(bankLinesNow).where(eq(bankLinesNow.id, lineId))
  if (!line) return err({ kind: "not-found" })
  if (line.state === "open") return ok(null)
  if (line.refundId !== null) return err({ kind: "refund-noted" })
  if (line.state === "settled" && line.paymentId !== shown) return err({ kind: "decided", state: line.state })
  if (line.state === "settled" && line.recorded && line.paymentId !== null) {
    const taken = await correctPayment(actor, line.paymentId, at)
    // Taken back on the booking's page meanwhile: the line is open by that.
    if (!taken.ok && taken.error.kind !== "not-correctable") return taken
  }
  return transaction(async (tx) => {
    const now = await lockLine(tx, lineId)
    if (!now) return err({ kind: "not-found" })
    // Somebody has settled it anew since.
    if (now.state === "settled" && now.recorded) return err({ kind: "decided", state: now.state })
    await settle(tx, actor, now, {}, at)
    await recordEvent(tx, { by: actor, action: "bank.line-reopened", subject: lineId, details: entryOf(now), at })
    return ok(null)
  })
}

/**
 * Takes away what a statement brought and nobody has settled, and forgets the columns that were chosen for its bank. The
 * file brings it back.
 */
export async function removeStatement(
  actor: Administrator,
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

/** Under the lock of the line itself: of two who decide, the second sees what the first has done. */
async function lockLine(tx: Transaction, id: Id): Promise<Line | null> {
  await tx.select({ id: bankLines.id }).from(bankLines).where(eq(bankLines.id, id)).for("update")
  const [line] = await tx.select().from(bankLinesNow).where(eq(bankLinesNow.id, id))
  return line ?? null
}

type Decision = Partial<Pick<typeof bankLines.$inferInsert, "paymentId" | "recorded" | "refundId" | "dismissedAt">>

async function settle(tx: Transaction, actor: Administrator, { id }: Line, decision: Decision, at: Date) {
  const nothing = { paymentId: null, recorded: false, refundId: null, dismissedAt: null }
  await tx
    .update(bankLines)
    .set({ ...nothing, ...decision, decidedAt: at, decidedBy: actor.id })
    .where(eq(bankLines.id, id))
}

async function settled(
  tx: Transaction,
  actor: Administrator,
  line: Line,
  bookingId: BookingId,
  recorded: boolean,
  at: Date,
): Promise<{ number: number }> {
  const number = await numberOf(tx, bookingId)
  const details = { ...entryOf(line), number, recorded }
  await recordEvent(tx, { by: actor, action: "bank.line-settled", subject: line.id, details, at })
  return { number }
}

async function numberOf(tx: Transaction, bookingId: BookingId): Promise<number> {
  const [booking] = await tx.select({ number: bookings.number }).from(bookings).where(eq(bookings.id, bookingId))
  if (!booking) throw new Error("A payment without its booking")
  return booking.number
}

/** The same form sent again is no mistake; somebody else's decision is told. */
async function repeatedOr(
  tx: Transaction,
  { paymentId, state }: Line,
  bookingId: BookingId,
): Promise<Result<{ number: number }, LineProblem>> {
  const [payment] =
    state === "settled" && paymentId !== null
      ? await tx.select({ bookingId: payments.bookingId }).from(payments).where(eq(payments.id, paymentId))
      : []
  if (payment?.bookingId !== bookingId) return err({ kind: "decided", state })
  return ok({ number: await numberOf(tx, bookingId) })
}

function entryOf({ amount, bookedOn }: Line) {
  return { amount, bookedOn }
}

/** What the bank wrote stays with the payment, where retention erases it. */
function noteOf({ label, counterparty, reference, amount }: Line): string {
  const said = [...new Set([counterparty, label, reference].filter((part) => part !== null && part !== ""))]
  return `Relevé bancaire\u00a0: ${said.length > 0 ? said.join(", ") : formatMoney(Math.abs(amount))}`.slice(
    0,
    MAX_NOTE,
  )
}
