import { and, eq, gte } from "drizzle-orm"
import type { Administrator } from "../../../domain/accounts/party.ts"
import { isMailed } from "../../../domain/correspondence/reach.ts"
import { type Day, addDays, dayInParis, isDay, startOfDayInParis } from "../../../domain/day.ts"
import { type HeldMeans, MAX_DEPOSIT_REASON, decisionOpensAt } from "../../../domain/finance/deposit.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { latestReturnReport } from "../../booking-record/condition/record.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import type { BeforeTheBooking } from "../finance/payments.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { readBookingFacts } from "../../booking-record/booking-facts.ts"
import { customerMail, orderBookingMail } from "../../booking-record/booking-mails.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { deposits } from "../../platform/schema/deposits.ts"
import { events } from "../../platform/schema/events.ts"
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
  | { kind: "not-an-amount"; max: Cents }
  | { kind: "no-reason" }
  /** Neither an authorisation, a cheque nor a transfer is there to be kept of. */
  | { kind: "nothing-held" }
  | { kind: "not-announced" }
  /** The rental is not over: nothing of it can be claimed. */
  | { kind: "not-returned"; returnOn: Day }
  /** No mail was delivered to the customer, and nobody has noted having handed it over. */
  | { kind: "nothing-announced" }
  /** The customer has no address to which a link could go, or is one of the demonstration’s. */
  | { kind: "without-mail" }
  /** The customer has until then to answer. */
  | { kind: "too-early"; opensAt: Date }
  /** Something stands for it already. */
  | { kind: "not-needed" }

/** A deposit as it was decided. `hasMail`: the customer can be written to, and so is. */
export type Decision = { deposit: Deposit; hasMail: boolean }
type Decided = Result<Decision, DepositProblem>

/** A link that was asked for so recently is that of the same click. */
const SAME_CLICK_MS = 2 * 60 * 1000

type Open = Decision & { lastDay: Day; madeOn: Day }

async function openDeposit(tx: Transaction, bookingId: BookingId, at: Date): Promise<Result<Open, DepositProblem>> {
  const deposit = await ensureDeposit(tx, bookingId, at)
  if (!deposit) return err({ kind: "no-deposit" })
  if (deposit.closedAt) return err({ kind: "closed" })
  return ok({ deposit, ...(await customerOf(tx, bookingId)) })
}

async function customerOf(tx: Transaction, bookingId: BookingId): Promise<Omit<Open, "deposit">> {
  const [booking] = await tx
    .select({ lastDay: bookings.lastDay, createdAt: bookings.createdAt })
    .from(bookings)
    .where(eq(bookings.id, bookingId))
  if (!booking) throw new Error("The booking of a deposit is not there any more")
  const { client } = await readBookingFacts(tx, bookingId)
  return { hasMail: isMailed(client), lastDay: booking.lastDay, madeOn: dayInParis(booking.createdAt) }
}

async function write(tx: Transaction, { bookingId }: Deposit, values: Partial<Deposit>): Promise<Deposit> {
  const [written] = await tx.update(deposits).set(values).where(eq(deposits.bookingId, bookingId)).returning()
  if (!written) throw new Error("The deposit was not returned")
  await enqueue(tx, "settle-deposit", { bookingId })
  return written
}

/**
 * The owner notes a cheque or a transfer that stands for the deposit. A card that was authorised is given back. `before`: a
 * day before the booking was made is asked about first, as with payments.
 */
export async function noteDepositInHand(
  actor: Administrator,
  bookingId: BookingId,
  { means, receivedOn }: { means: HeldMeans; receivedOn: Day },
  at: Date = new Date(),
  { before = false }: { before?: boolean } = {},
): Promise<Result<Decision, DepositProblem | BeforeTheBooking>> {
  if (!isDay(receivedOn) || receivedOn > dayInParis(at)) return err({ kind: "not-a-day" })
  return transaction(async (tx) => {
    const open = await openDeposit(tx, bookingId, at)
    if (!open.ok) return open
    const { deposit, hasMail, madeOn } = open.value
    if (deposit.means === means && deposit.receivedOn === receivedOn) return ok({ deposit, hasMail })
    if (before && receivedOn < madeOn) return err({ kind: "before-the-booking", madeOn })
    const details = { amount: deposit.amount, means, receivedOn }
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
    return ok({ deposit: await write(tx, deposit, values), hasMail })
  })
}

/** The owner has the link to save a card mailed, now. Asked for twice within minutes it goes once. */
export async function askDeposit(actor: Administrator, bookingId: BookingId, at: Date = new Date()): Promise<Decided> {
  return transaction(async (tx) => {
    const open = await openDeposit(tx, bookingId, at)
    if (!open.ok) return open
    const { deposit, hasMail } = open.value
    if (isInHand(deposit) || (deposit.means === "card" && !deposit.failedAt)) return err({ kind: "not-needed" })
    if (!hasMail) return err({ kind: "without-mail" })
    const justAsked = await tx.$count(
      events,
      and(
        eq(events.bookingId, bookingId),
        eq(events.action, "booking.deposit-asked"),
        gte(events.at, new Date(at.getTime() - SAME_CLICK_MS)),
      ),
    )
    if (justAsked > 0) return ok({ deposit, hasMail })
    const details = { amount: deposit.amount }
    await recordEvent(tx, { by: actor, action: "booking.deposit-asked", subject: bookingId, details, at })
    await askForCard(tx, deposit, "no-card", at)
    return ok({ deposit, hasMail })
  })
}

/**
 * Tells the customer what is to be kept, and why, from the day of the return on: nothing is taken before they have
 * answered, or had the time to. It names the last report of the return. What is announced anew takes the place of what
 * was, and their time begins anew; the same words again, unanswered, change nothing. No time runs (`toldAt` is null) until
 * the mail is delivered, or the owner notes having handed it over (D78).
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
    const { deposit, hasMail, lastDay } = open.value
    if (!Number.isInteger(amount) || amount < 1 || amount > deposit.amount)
      return err({ kind: "not-an-amount", max: deposit.amount })
    if (dayInParis(at) < lastDay) return err({ kind: "not-returned", returnOn: lastDay })
    if (!(await standsFor(tx, deposit))) return err({ kind: "nothing-held" })
    if (deposit.announcedAmount === amount && deposit.reason === words && !deposit.answeredAt)
      return ok({ deposit, hasMail })
    const report = await latestReturnReport(bookingId, tx)
    const { amount: of } = deposit
    await recordEvent(tx, {
      by: actor,
      action: "booking.deposit-announced",
      subject: bookingId,
      details: { amount, of },
      personal: { reason: words },
      at,
    })
    const announcedMail = hasMail
      ? await mailAnnouncement(tx, bookingId, { amount, of, reason: words, reportedAt: report?.recordedAt ?? null }, at)
      : null
    const written = await write(tx, deposit, {
      announcedAt: at,
      announcedBy: actor.id,
      announcedAmount: amount,
      announcedMail,
      toldAt: null,
      reportId: report?.id ?? null,
      reason: words,
      answer: null,
      answeredAt: null,
    })
    return ok({ deposit: written, hasMail })
  })
}

/** Answers the mail that goes to the customer; null where none does. */
async function mailAnnouncement(
  tx: Transaction,
  bookingId: BookingId,
  announced: { amount: Cents; of: Cents; reason: string; reportedAt: Date | null },
  at: Date,
): Promise<Id | null> {
  const depositUrl = await newDepositUrl(tx, bookingId, at)
  return customerMail(
    await orderBookingMail(tx, { kind: "deposit-announced", bookingId, extra: { ...announced, depositUrl }, at }),
  )
}

/** The owner has handed over what is to be kept, on a day that they note: the customer's time to answer begins. */
export async function noteHandedOver(
  actor: Administrator,
  bookingId: BookingId,
  { shown, on }: { shown: Cents; on: Day },
  at: Date = new Date(),
): Promise<Decided> {
  return transaction(async (tx) => {
    const open = await openDeposit(tx, bookingId, at)
    if (!open.ok) return open
    const { deposit, hasMail } = open.value
    if (!deposit.announcedAt || deposit.announcedAmount !== shown) return err({ kind: "not-announced" })
    if (deposit.toldAt) return ok({ deposit, hasMail })
    const today = dayInParis(at)
    if (!isDay(on) || on > today || on < dayInParis(deposit.announcedAt)) return err({ kind: "not-a-day" })
    const details = { amount: shown, handedOverOn: on }
    await recordEvent(tx, { by: actor, action: "booking.deposit-told", subject: bookingId, details, at })
    // An earlier day has no hour: the customer's time begins at its end.
    const toldAt = on === today ? at : startOfDayInParis(addDays(on, 1))
    return ok({ deposit: await write(tx, deposit, { toldAt }), hasMail })
  })
}

const isInHand = ({ means }: Deposit) => means === "cheque" || means === "transfer"

/** A cheque, a transfer, or an authorisation that can still be taken. */
async function standsFor(tx: Transaction, deposit: Deposit): Promise<boolean> {
  return isInHand(deposit) || (await triesOf(tx, deposit.bookingId)).some(({ status }) => status === "held")
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
    const { deposit, hasMail } = open.value
    const { announcedAt, announcedAmount, amount: of } = deposit
    if (!announcedAt || announcedAmount === null || announcedAmount !== shown) return err({ kind: "not-announced" })
    const opensAt = decisionOpensAt(deposit)
    if (opensAt === null) return err({ kind: "nothing-announced" })
    if (at < opensAt) return err({ kind: "too-early", opensAt })
    if (!(await standsFor(tx, deposit))) return err({ kind: "nothing-held" })
    const details = { amount: announcedAmount, of }
    await recordEvent(tx, { by: actor, action: "booking.deposit-keep-decided", subject: bookingId, details, at })
    const values = { closedAt: at, closedBy: actor.id, kept: announcedAmount }
    return ok({ deposit: await write(tx, deposit, values), hasMail })
  })
}

/**
 * The owner gives the deposit back, or does without it. A job does it at the provider, and tells the customer. `stood`:
 * there was something to give back.
 */
export async function releaseDeposit(
  actor: Administrator,
  bookingId: BookingId,
  at: Date = new Date(),
): Promise<Result<Decision & { stood: boolean }, DepositProblem>> {
  return transaction(async (tx) => {
    const open = await openDeposit(tx, bookingId, at)
    if (!open.ok) return open
    const { deposit, hasMail } = open.value
    const stood = await standsFor(tx, deposit)
    const action = stood ? "booking.deposit-release-decided" : "booking.deposit-waived"
    await recordEvent(tx, { by: actor, action, subject: bookingId, details: { amount: deposit.amount }, at })
    return ok({ deposit: await write(tx, deposit, { closedAt: at, closedBy: actor.id, kept: 0 }), hasMail, stood })
  })
}

/** What the provider could not take was seen to otherwise: it is no open matter any more. */
export async function noteTroubleSeen(
  actor: Administrator,
  bookingId: BookingId,
  at: Date = new Date(),
): Promise<Decided> {
  return transaction(async (tx) => {
    const deposit = await lockDeposit(tx, bookingId)
    if (!deposit) return err({ kind: "no-deposit" })
    if (deposit.trouble === null || deposit.troubleSeenAt) return err({ kind: "closed" })
    const details = { amount: deposit.kept ?? 0 }
    await recordEvent(tx, { by: actor, action: "booking.deposit-trouble-seen", subject: bookingId, details, at })
    const { hasMail } = await customerOf(tx, bookingId)
    return ok({ deposit: await write(tx, deposit, { troubleSeenAt: at }), hasMail })
  })
}
