import { and, eq, gte } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { isMailed } from "../../../domain/correspondence/is-mailed.ts"
import { type Day, addDays, dayInParis, isDay, startOfDayInParis } from "../../../domain/day.ts"
import { type HeldMeans, MAX_DEPOSIT_REASON, decisionOpensAt } from "../../../domain/finance/deposit.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { findLatestReturnReport } from "../../booking-record/condition/record.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import type { BeforeBooking } from "../finance/payments.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { readBookingFacts } from "../../booking-record/booking-facts.ts"
import { customerMailId, orderBookingMail } from "../../booking-record/booking-mails.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { deposits } from "../../platform/schema/deposits.ts"
import { events } from "../../platform/schema/events.ts"
import { type Deposit, ensureDeposit, isInHand, lockDeposit, listDepositAttempts } from "./deposit.ts"
import { mailCardRequest, createDepositUrl } from "./deposit-mails.ts"

export type DepositProblem =
  | { kind: "no-deposit" }
  | { kind: "closed" }
  | { kind: "not-a-day" }
  | { kind: "not-an-amount"; max: Cents }
  | { kind: "no-reason" }
  | { kind: "nothing-held" }
  | { kind: "not-announced" }
  | { kind: "not-returned"; returnOn: Day }
  | { kind: "nothing-announced" }
  | { kind: "without-mail" }
  | { kind: "too-early"; opensAt: Date }
  | { kind: "not-needed" }

export type Decision = { deposit: Deposit; hasMail: boolean }
type DecisionResult = Result<Decision, DepositProblem>

/** A request this recent counts as a double click. */
const SAME_CLICK_MS = 2 * 60 * 1000

type OpenDeposit = Decision & { returnsOn: Day; madeOn: Day }

async function requireOpenDeposit(
  tx: Transaction,
  bookingId: BookingId,
  at: Date,
): Promise<Result<OpenDeposit, DepositProblem>> {
  const deposit = await ensureDeposit(tx, bookingId, at)
  if (!deposit) return err({ kind: "no-deposit" })
  if (deposit.closedAt) return err({ kind: "closed" })
  return ok({ deposit, ...(await readDepositContext(tx, bookingId)) })
}

async function readDepositContext(tx: Transaction, bookingId: BookingId): Promise<Omit<OpenDeposit, "deposit">> {
  const [booking] = await tx
    .select({ returnsOn: bookings.returnsOn, createdAt: bookings.createdAt })
    .from(bookings)
    .where(eq(bookings.id, bookingId))
  if (!booking) throw new Error("The booking of a deposit is not there any more")
  const { client } = await readBookingFacts(tx, bookingId)
  return { hasMail: isMailed(client), returnsOn: booking.returnsOn, madeOn: dayInParis(booking.createdAt) }
}

async function updateDeposit(tx: Transaction, { bookingId }: Deposit, values: Partial<Deposit>): Promise<Deposit> {
  const [written] = await tx.update(deposits).set(values).where(eq(deposits.bookingId, bookingId)).returning()
  if (!written) throw new Error("The deposit was not returned")
  await enqueue(tx, "settle-deposit", { bookingId })
  return written
}

export async function recordDepositInHand({
  actor,
  bookingId,
  means,
  receivedOn,
  at = new Date(),
  askIfBeforeBooking = false,
}: {
  actor: Staff
  bookingId: BookingId
  means: HeldMeans
  receivedOn: Day
  at?: Date
  askIfBeforeBooking?: boolean
}): Promise<Result<Decision, DepositProblem | BeforeBooking>> {
  if (!isDay(receivedOn) || receivedOn > dayInParis(at)) return err({ kind: "not-a-day" })
  return transaction(async (tx) => {
    const open = await requireOpenDeposit(tx, bookingId, at)
    if (!open.ok) return open
    const { deposit, hasMail, madeOn } = open.value
    if (deposit.means === means && deposit.receivedOn === receivedOn) return ok({ deposit, hasMail })
    if (askIfBeforeBooking && receivedOn < madeOn) return err({ kind: "before-the-booking", madeOn })
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
    return ok({ deposit: await updateDeposit(tx, deposit, values), hasMail })
  })
}

export async function requestDepositCard(
  actor: Staff,
  bookingId: BookingId,
  at: Date = new Date(),
): Promise<DecisionResult> {
  return transaction(async (tx) => {
    const open = await requireOpenDeposit(tx, bookingId, at)
    if (!open.ok) return open
    const { deposit, hasMail } = open.value
    if (isInHand(deposit) || (deposit.means === "card" && !deposit.failedAt)) return err({ kind: "not-needed" })
    if (!hasMail) return err({ kind: "without-mail" })
    const recentRequests = await tx.$count(
      events,
      and(
        eq(events.bookingId, bookingId),
        eq(events.action, "booking.deposit-asked"),
        gte(events.at, new Date(at.getTime() - SAME_CLICK_MS)),
      ),
    )
    if (recentRequests > 0) return ok({ deposit, hasMail })
    const details = { amount: deposit.amount }
    await recordEvent(tx, { by: actor, action: "booking.deposit-asked", subject: bookingId, details, at })
    await mailCardRequest(tx, deposit, "no-card", at)
    return ok({ deposit, hasMail })
  })
}

/** A new announcement restarts the customer's time to answer, which runs only after delivery or hand-over (D78). */
export async function announceDepositRetention(
  actor: Staff,
  bookingId: BookingId,
  { amount, reason }: { amount: Cents; reason: string },
  at: Date = new Date(),
): Promise<DecisionResult> {
  const words = reason.trim().slice(0, MAX_DEPOSIT_REASON)
  if (words === "") return err({ kind: "no-reason" })
  return transaction(async (tx) => {
    const open = await requireOpenDeposit(tx, bookingId, at)
    if (!open.ok) return open
    const { deposit, hasMail, returnsOn } = open.value
    if (!Number.isInteger(amount) || amount < 1 || amount > deposit.amount)
      return err({ kind: "not-an-amount", max: deposit.amount })
    if (dayInParis(at) < returnsOn) return err({ kind: "not-returned", returnOn: returnsOn })
    if (!(await isDepositSecured(tx, deposit))) return err({ kind: "nothing-held" })
    if (deposit.announcedAmount === amount && deposit.reason === words && !deposit.answeredAt)
      return ok({ deposit, hasMail })
    const report = await findLatestReturnReport(bookingId, tx)
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
    const written = await updateDeposit(tx, deposit, {
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

async function mailAnnouncement(
  tx: Transaction,
  bookingId: BookingId,
  announced: { amount: Cents; of: Cents; reason: string; reportedAt: Date | null },
  at: Date,
): Promise<Id | null> {
  const depositUrl = await createDepositUrl(tx, bookingId, at)
  return customerMailId(
    await orderBookingMail(tx, { kind: "deposit-announced", bookingId, extra: { ...announced, depositUrl }, at }),
  )
}

export async function recordAnnouncementHandOver(
  actor: Staff,
  bookingId: BookingId,
  { expectedAmount, on }: { expectedAmount: Cents; on: Day },
  at: Date = new Date(),
): Promise<DecisionResult> {
  return transaction(async (tx) => {
    const open = await requireOpenDeposit(tx, bookingId, at)
    if (!open.ok) return open
    const { deposit, hasMail } = open.value
    if (!deposit.announcedAt || deposit.announcedAmount !== expectedAmount) return err({ kind: "not-announced" })
    if (deposit.toldAt) return ok({ deposit, hasMail })
    const today = dayInParis(at)
    if (!isDay(on) || on > today || on < dayInParis(deposit.announcedAt)) return err({ kind: "not-a-day" })
    const details = { amount: expectedAmount, handedOverOn: on }
    await recordEvent(tx, { by: actor, action: "booking.deposit-told", subject: bookingId, details, at })
    // A past day has no hour, so the period starts at its end.
    const periodStart = on === today ? at : startOfDayInParis(addDays(on, 1))
    return ok({ deposit: await updateDeposit(tx, deposit, { toldAt: periodStart }), hasMail })
  })
}

async function isDepositSecured(tx: Transaction, deposit: Deposit): Promise<boolean> {
  return isInHand(deposit) || (await listDepositAttempts(tx, deposit.bookingId)).some(({ status }) => status === "held")
}

/** Only after the customer answered or their time ran out. */
export async function keepDeposit(
  actor: Staff,
  bookingId: BookingId,
  expectedAmount: Cents,
  at: Date = new Date(),
): Promise<DecisionResult> {
  return transaction(async (tx) => {
    const open = await requireOpenDeposit(tx, bookingId, at)
    if (!open.ok) return open
    const { deposit, hasMail } = open.value
    const { announcedAt, announcedAmount, amount: of } = deposit
    if (!announcedAt || announcedAmount === null || announcedAmount !== expectedAmount)
      return err({ kind: "not-announced" })
    const opensAt = decisionOpensAt(deposit)
    if (opensAt === null) return err({ kind: "nothing-announced" })
    if (at < opensAt) return err({ kind: "too-early", opensAt })
    if (!(await isDepositSecured(tx, deposit))) return err({ kind: "nothing-held" })
    const details = { amount: announcedAmount, of }
    await recordEvent(tx, { by: actor, action: "booking.deposit-keep-decided", subject: bookingId, details, at })
    const values = { closedAt: at, closedBy: actor.id, kept: announcedAmount }
    return ok({ deposit: await updateDeposit(tx, deposit, values), hasMail })
  })
}

export async function releaseDeposit(
  actor: Staff,
  bookingId: BookingId,
  at: Date = new Date(),
): Promise<Result<Decision & { wasHeld: boolean }, DepositProblem>> {
  return transaction(async (tx) => {
    const open = await requireOpenDeposit(tx, bookingId, at)
    if (!open.ok) return open
    const { deposit, hasMail } = open.value
    const wasHeld = await isDepositSecured(tx, deposit)
    const action = wasHeld ? "booking.deposit-release-decided" : "booking.deposit-waived"
    await recordEvent(tx, { by: actor, action, subject: bookingId, details: { amount: deposit.amount }, at })
    return ok({
      deposit: await updateDeposit(tx, deposit, { closedAt: at, closedBy: actor.id, kept: 0 }),
      hasMail,
      wasHeld,
    })
  })
}

export async function dismissDepositFailure(
  actor: Staff,
  bookingId: BookingId,
  at: Date = new Date(),
): Promise<DecisionResult> {
  return transaction(async (tx) => {
    const deposit = await lockDeposit(tx, bookingId)
    if (!deposit) return err({ kind: "no-deposit" })
    if (deposit.trouble === null || deposit.troubleSeenAt) return err({ kind: "closed" })
    const details = { amount: deposit.kept ?? 0 }
    await recordEvent(tx, { by: actor, action: "booking.deposit-trouble-seen", subject: bookingId, details, at })
    const { hasMail } = await readDepositContext(tx, bookingId)
    return ok({ deposit: await updateDeposit(tx, deposit, { troubleSeenAt: at }), hasMail })
  })
}
