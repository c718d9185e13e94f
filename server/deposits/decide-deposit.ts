import { eq } from "drizzle-orm"
import type { Administrator } from "../../domain/accounts/party.ts"
import { type Day, dayInParis, isDay } from "../../domain/day.ts"
import { type HeldMeans, MAX_DEPOSIT_REASON, decisionOpensAt } from "../../domain/finance/deposit.ts"
import type { BookingId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type Transaction, transaction } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { enqueue } from "../jobs/queue.ts"
import { orderBookingMail } from "../mail/booking-mails.ts"
import { deposits } from "../schema/deposits.ts"
import { type Deposit, ensureDeposit, lockDeposit, triesOf } from "./deposit.ts"
import { askForCard, newDepositUrl } from "./deposit-mails.ts"

export type DepositProblem =
  /** No deposit was agreed on for this booking. */
  | { kind: "no-deposit" }
  /** Released or kept already. */
  | { kind: "closed" }
  /** No day, or one that has not come. */
  | { kind: "not-a-day" }
  /** Below a cent, or above the deposit. */
  | { kind: "not-an-amount"; most: Cents }
  | { kind: "no-reason" }
  /** Neither an authorisation, a cheque nor a transfer is there to be kept of. */
  | { kind: "nothing-held" }
  | { kind: "not-announced" }
  /** The customer has until then to answer. */
  | { kind: "too-early"; opensAt: Date }
  /** Something stands for it already. */
  | { kind: "not-needed" }

type Decided = Result<Deposit, DepositProblem>

async function openDeposit(tx: Transaction, bookingId: BookingId, at: Date): Promise<Decided> {
  const deposit = await ensureDeposit(tx, bookingId, at)
  if (!deposit) return err({ kind: "no-deposit" })
  return deposit.closedAt ? err({ kind: "closed" }) : ok(deposit)
}

async function write(tx: Transaction, { bookingId }: Deposit, values: Partial<Deposit>): Promise<Deposit> {
  const [written] = await tx.update(deposits).set(values).where(eq(deposits.bookingId, bookingId)).returning()
  if (!written) throw new Error("The deposit was not returned")
  await enqueue(tx, "settle-deposit", { bookingId })
  return written
}

/** The owner notes a cheque or a transfer that stands for the deposit. A card that was authorised is given back. */
export async function noteDepositInHand(
  actor: Administrator,
  bookingId: BookingId,
  { means, receivedOn }: { means: HeldMeans; receivedOn: Day },
  at: Date = new Date(),
): Promise<Decided> {
  if (!isDay(receivedOn) || receivedOn > dayInParis(at)) return err({ kind: "not-a-day" })
  return transaction(async (tx) => {
    const open = await openDeposit(tx, bookingId, at)
    if (!open.ok) return open
    const { amount } = open.value
    const details = { amount, means, receivedOn }
    await recordEvent(tx, { by: actor, action: "booking.deposit-received", subject: bookingId, details, at })
    const values = {
      means,
      receivedOn,
      receivedBy: actor.id,
      savedAt: null,
      consent: null,
      failure: null,
      failedAt: null,
    }
    return ok(await write(tx, open.value, values))
  })
}

/** The owner has the link to save a card mailed, now. */
export async function askDeposit(actor: Administrator, bookingId: BookingId, at: Date = new Date()): Promise<Decided> {
  return transaction(async (tx) => {
    const open = await openDeposit(tx, bookingId, at)
    if (!open.ok) return open
    const deposit = open.value
    if (deposit.means === "cheque" || deposit.means === "transfer" || (deposit.means === "card" && !deposit.failedAt))
      return err({ kind: "not-needed" })
    const details = { amount: deposit.amount }
    await recordEvent(tx, { by: actor, action: "booking.deposit-asked", subject: bookingId, details, at })
    await askForCard(tx, deposit, "no-card", at)
    return ok(deposit)
  })
}

/**
 * Tells the customer what is to be kept, and why: nothing is taken before they have answered, or had the time to. What is
 * announced anew takes the place of what was, and their time begins anew. (The condition report will be named here.)
 */
export async function announceKeep(
  actor: Administrator,
  bookingId: BookingId,
  { amount, reason }: { amount: Cents; reason: string },
  at: Date = new Date(),
): Promise<Decided> {
  const words = reason.trim().slice(0, MAX_DEPOSIT_REASON)
  if (words === "") return err({ kind: "no-reason" })
  return transaction(async (tx) => {
    const open = await openDeposit(tx, bookingId, at)
    if (!open.ok) return open
    const deposit = open.value
    if (!Number.isInteger(amount) || amount < 1 || amount > deposit.amount)
      return err({ kind: "not-an-amount", most: deposit.amount })
    if (!(await standsFor(tx, deposit))) return err({ kind: "nothing-held" })
    const written = await write(tx, deposit, {
      announcedAt: at,
      announcedBy: actor.id,
      announcedAmount: amount,
      reason: words,
      answer: null,
      answeredAt: null,
    })
    const { amount: of } = deposit
    await recordEvent(tx, {
      by: actor,
      action: "booking.deposit-announced",
      subject: bookingId,
      details: { amount, of },
      personal: { reason: words },
      at,
    })
    const url = await newDepositUrl(tx, bookingId, at)
    const answerBy = decisionOpensAt({ announcedAt: at, answeredAt: null })
    const extra = { amount, of, reason: words, answerBy, depositUrl: url }
    await orderBookingMail(tx, "deposit-announced", bookingId, extra, at)
    return ok(written)
  })
}

/** A cheque, a transfer, or an authorisation that can still be taken. */
async function standsFor(tx: Transaction, { bookingId, means }: Deposit): Promise<boolean> {
  if (means === "cheque" || means === "transfer") return true
  return (await triesOf(tx, bookingId)).some(({ status }) => status === "held")
}

/** The owner takes what was announced, the customer having answered or had the time to. A job does it at the provider. */
export async function keepDeposit(
  actor: Administrator,
  bookingId: BookingId,
  shown: Cents,
  at: Date = new Date(),
): Promise<Decided> {
  return transaction(async (tx) => {
    const open = await openDeposit(tx, bookingId, at)
    if (!open.ok) return open
    const deposit = open.value
    const { announcedAt, answeredAt, announcedAmount } = deposit
    if (!announcedAt || announcedAmount === null || announcedAmount !== shown) return err({ kind: "not-announced" })
    const opensAt = decisionOpensAt({ announcedAt, answeredAt })
    if (at < opensAt) return err({ kind: "too-early", opensAt })
    if (!(await standsFor(tx, deposit))) return err({ kind: "nothing-held" })
    return ok(await write(tx, deposit, { closedAt: at, closedBy: actor.id, kept: announcedAmount }))
  })
}

/** The owner gives the deposit back, or does without it. A job does it at the provider, and tells the customer. */
export async function releaseDeposit(
  actor: Administrator,
  bookingId: BookingId,
  at: Date = new Date(),
): Promise<Decided> {
  return transaction(async (tx) => {
    const open = await openDeposit(tx, bookingId, at)
    if (!open.ok) return open
    return ok(await write(tx, open.value, { closedAt: at, closedBy: actor.id, kept: 0 }))
  })
}

/** What the provider could not take was seen to otherwise: it is no open matter any more. */
export async function noteTroubleSeen(bookingId: BookingId, at: Date = new Date()): Promise<Decided> {
  return transaction(async (tx) => {
    const deposit = await lockDeposit(tx, bookingId)
    if (!deposit) return err({ kind: "no-deposit" })
    if (deposit.trouble === null || deposit.troubleSeenAt) return err({ kind: "closed" })
    return ok(await write(tx, deposit, { troubleSeenAt: at }))
  })
}
