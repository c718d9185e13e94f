import { eq } from "drizzle-orm"
import { system } from "../../../domain/accounts/party.ts"
import { refundDue } from "../../../domain/booking/deadlines.ts"
import { dayInParis } from "../../../domain/day.ts"
import { amountStillDue } from "../../../domain/finance/open-instalments.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { storeCard } from "../deposits/deposit.ts"
import { enqueueForgetCard } from "../deposits/forget-card.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { scheduleRefund } from "../finance/schedule-refunds.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { issueDueInvoices } from "../invoicing/issue.ts"
import { cardPayments } from "../../platform/schema/card-payments.ts"
import { payments } from "../../platform/schema/money.ts"
import { findProvider } from "./current.server.ts"
import { markAsDemonstration, readMoneyKind, isProviderAllowed } from "./money-kind.ts"
import { readPayable } from "./payable.ts"
import { orderPaymentFailed } from "./payment-mails.ts"
import type { SessionState } from "./provider.ts"
import { lockBookingForMoney } from "../../booking-record/lock-booking.ts"

export type CardPayment = typeof cardPayments.$inferSelect

type Paid = Extract<SessionState, { kind: "paid" }>

/** Idempotent: the webhook, the return, a job and booking changes all call it (D28). */
export async function settleCardPayment(
  id: Id,
  { at = new Date(), close = false }: { at?: Date; close?: boolean } = {},
): Promise<CardPayment | null> {
  const cardPayment = await readCardPayment(id)
  if (!cardPayment || cardPayment.status === "paid" || cardPayment.status === "closed") return cardPayment
  const provider = findProvider(cardPayment.provider)
  if (!provider) throw new Error(`The key of ${cardPayment.provider} is not set any more`)
  if (cardPayment.sessionId === null)
    return close || (await exceedsAmountDue(cardPayment, at)) ? markClosed(cardPayment, null, at) : cardPayment
  const session = await provider.fetchSession(cardPayment.sessionId, at)
  const shouldClose = session.kind === "open" && (close || (await exceedsAmountDue(cardPayment, at)))
  const state = shouldClose ? await provider.close(cardPayment.sessionId, at) : session
  switch (state.kind) {
    case "paid":
      return transaction((tx) => markPaid(tx, id, state, at))
    case "closed":
      return markClosed(cardPayment, state.failure, at)
    case "open":
      if (state.failure !== cardPayment.failure)
        await db.update(cardPayments).set({ failure: state.failure }).where(eq(cardPayments.id, id))
      return { ...cardPayment, failure: state.failure }
  }
}

async function readCardPayment(id: Id): Promise<CardPayment | null> {
  const [row] = await db.select().from(cardPayments).where(eq(cardPayments.id, id))
  return row ?? null
}

async function exceedsAmountDue(payment: CardPayment, at: Date): Promise<boolean> {
  const payable = await readPayable(payment.bookingId, at)
  return !payable || amountStillDue(payment, payable) < payment.amount
}

/** Lock order: the booking, then the row. */
async function markPaid(tx: Transaction, id: Id, paid: Paid, at: Date): Promise<CardPayment | null> {
  const cardPayment = await lockCardPayment(tx, id)
  if (!cardPayment || cardPayment.status === "paid") return cardPayment
  const { bookingId, provider } = cardPayment
  const payable = await readPayable(bookingId, at, tx)
  if (!payable) throw new Error("The booking of a card payment is not there any more")
  const moneyKind = await readMoneyKind(bookingId, tx)
  if (provider === "demo" && moneyKind === "real") return closeUnpaid(tx, id, at)
  if (provider === "demo" && moneyKind === "open") await markAsDemonstration(tx, bookingId)
  const [payment] = await tx
    .insert(payments)
    .values({
      bookingId,
      means: "card",
      amount: paid.amount,
      receivedOn: dayInParis(at),
      recordedAt: at,
      provider,
      providerId: paid.paymentId,
    })
    .returning()
  if (!payment) throw new Error("The payment was not returned")
  const [settled] = await tx
    .update(cardPayments)
    .set({ status: "paid", paymentId: payment.id, settledAt: at, failure: null })
    .where(eq(cardPayments.id, id))
    .returning()
  await recordEvent(tx, {
    by: system,
    action: "booking.payment-recorded",
    subject: bookingId,
    details: {
      payment: payment.id,
      amount: paid.amount,
      means: "card",
      receivedOn: payment.receivedOn,
      ...(provider === "demo" && { isDemonstration: true as const }),
    },
    at,
  })
  const isAccepted = isProviderAllowed(provider, moneyKind)
  const dueAmount = isAccepted
    ? amountStillDue({ amount: paid.amount, coversFrom: cardPayment.coversFrom }, payable)
    : 0
  const excess = paid.amount - dueAmount
  const ended = payable.status !== "confirmed"
  const acceptedAmount = paid.amount - excess
  if (acceptedAmount > 0) {
    const left = Math.max(0, payable.totalDue - payable.paid - acceptedAmount)
    await orderBookingMail(tx, {
      kind: "payment-received",
      bookingId,
      extra: { amount: acceptedAmount, means: "card", left },
      at,
    })
  }
  if (paid.card && cardPayment.savesCard) {
    if (!ended) await storeCard(tx, { bookingId, provider, card: paid.card, at })
    else await enqueueForgetCard(tx, paid.card, { bookingId, provider, since: at })
  }
  if (excess > 0) await refundExcess(tx, payment, { amount: excess, ended }, at)
  await issueDueInvoices(tx, bookingId, at)
  return settled ?? null
}

async function closeUnpaid(tx: Transaction, id: Id, at: Date): Promise<CardPayment | null> {
  const [closed] = await tx
    .update(cardPayments)
    .set({ status: "closed", settledAt: at })
    .where(eq(cardPayments.id, id))
    .returning()
  return closed ?? null
}

async function refundExcess(
  tx: Transaction,
  { id, bookingId }: { id: Id; bookingId: BookingId },
  { amount, ended }: { amount: Cents; ended: boolean },
  at: Date,
): Promise<void> {
  const reason = ended ? "cancelled" : "overpaid"
  await scheduleRefund(tx, { bookingId, reason, amount, dueOn: refundDue(at), createdAt: at })
  const details = { payment: id, amount, ended }
  await recordEvent(tx, { by: system, action: "booking.payment-unwanted", subject: bookingId, details, at })
}

async function markClosed({ id }: CardPayment, failure: string | null, at: Date): Promise<CardPayment | null> {
  return transaction(async (tx) => {
    const cardPayment = await lockCardPayment(tx, id)
    if (!cardPayment || cardPayment.status === "paid" || cardPayment.status === "closed") return cardPayment
    const [closed] = await tx
      .update(cardPayments)
      .set({ status: "closed", settledAt: at, failure })
      .where(eq(cardPayments.id, id))
      .returning()
    const payable = failure === null ? null : await readPayable(cardPayment.bookingId, at, tx)
    if (payable && amountStillDue(cardPayment, payable) === cardPayment.amount)
      await orderPaymentFailed(tx, cardPayment.bookingId, cardPayment.amount, at)
    return closed ?? null
  })
}

async function lockCardPayment(tx: Transaction, id: Id): Promise<CardPayment | null> {
  const [cardPayment] = await tx
    .select({ bookingId: cardPayments.bookingId })
    .from(cardPayments)
    .where(eq(cardPayments.id, id))
  if (!cardPayment) return null
  await lockBookingForMoney(tx, cardPayment.bookingId)
  const [locked] = await tx.select().from(cardPayments).where(eq(cardPayments.id, id)).for("update")
  return locked ?? null
}
