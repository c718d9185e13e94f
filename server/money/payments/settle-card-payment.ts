import { eq } from "drizzle-orm"
import { system } from "../../../domain/accounts/party.ts"
import { refundDue } from "../../../domain/booking/deadlines.ts"
import { dayInParis } from "../../../domain/day.ts"
import { wantedOf } from "../../../domain/finance/open-instalments.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { keepCard } from "../deposits/deposit.ts"
import { enqueueForgetCard } from "../deposits/forget-card.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { oweRefund } from "../finance/owe-refunds.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { issueDueInvoices } from "../invoicing/issue.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { cardPayments } from "../../platform/schema/card-payments.ts"
import { payments } from "../../platform/schema/money.ts"
import { providerNamed } from "./current.server.ts"
import { becomeDemonstration, moneyKindOf, takesCard } from "./play-money.ts"
import { payableOf } from "./payable.ts"
import { orderPaymentFailed } from "./payment-mails.ts"
import type { SessionState } from "./provider.ts"

export type CardPayment = typeof cardPayments.$inferSelect

type Paid = Extract<SessionState, { kind: "paid" }>

/**
 * Brings a card payment up to what the provider says of it: a webhook, the customer's return, a job and a change of the
 * booking all lead here, as often and in whatever order they come (D28). What was paid is written down once; what
 * nobody wants any more goes back. A session that asks for something else than the booking does is closed, and any
 * that is open with `close`. Answers the row as it is then; null where there is none.
 */
export async function settleCardPayment(
  id: Id,
  { at = new Date(), close = false }: { at?: Date; close?: boolean } = {},
): Promise<CardPayment | null> {
  const known = await find(id)
  if (!known || known.status === "paid" || known.status === "closed") return known
  const provider = providerNamed(known.provider)
  if (!provider) throw new Error(`The key of ${known.provider} is not set any more`)
  // Never asked, or its answer was lost: asking again makes the session or finds it. Nobody has its address.
  if (known.sessionId === null) return close || (await isUnwanted(known, at)) ? markClosed(known, null, at) : known
  const seen = await provider.look(known.sessionId, at)
  const closes = seen.kind === "open" && (close || (await isUnwanted(known, at)))
  const state = closes ? await provider.close(known.sessionId, at) : seen
  switch (state.kind) {
    case "paid":
      return transaction((tx) => takePaid(tx, id, state, at))
    case "closed":
      return markClosed(known, state.failure, at)
    case "open":
      if (state.failure !== known.failure)
        await db.update(cardPayments).set({ failure: state.failure }).where(eq(cardPayments.id, id))
      return { ...known, failure: state.failure }
  }
}

async function find(id: Id): Promise<CardPayment | null> {
  const [found] = await db.select().from(cardPayments).where(eq(cardPayments.id, id))
  return found ?? null
}

async function isUnwanted(payment: CardPayment, at: Date): Promise<boolean> {
  const payable = await payableOf(payment.bookingId, at)
  return !payable || wantedOf(payment, payable) < payment.amount
}

/** Under the lock of the booking, then of the row: of two who look at once the second finds it done. */
async function takePaid(tx: Transaction, id: Id, paid: Paid, at: Date): Promise<CardPayment | null> {
  const known = await lock(tx, id)
  if (!known || known.status === "paid") return known
  const { bookingId, provider } = known
  const payable = await payableOf(bookingId, at, tx)
  if (!payable) throw new Error("The booking of a card payment is not there any more")
  const moneyKind = await moneyKindOf(bookingId, tx)
  if (provider === "demo" && moneyKind === "real") return closeUnpaid(tx, id, at)
  if (provider === "demo" && moneyKind === "open") await becomeDemonstration(tx, bookingId)
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
  const isWanted = takesCard(provider, moneyKind)
  const wanted = isWanted ? wantedOf({ amount: paid.amount, coversFrom: known.coversFrom }, payable) : 0
  const unwanted = paid.amount - wanted
  const ended = payable.status !== "confirmed"
  const kept = paid.amount - unwanted
  if (kept > 0) {
    const left = Math.max(0, payable.asked - payable.paid - kept)
    await orderBookingMail(tx, {
      kind: "payment-received",
      bookingId,
      extra: { amount: kept, means: "card", left },
      at,
    })
  }
  if (paid.card && known.savesCard) {
    if (!ended) await keepCard(tx, { bookingId, provider, card: paid.card, at })
    else await enqueueForgetCard(tx, paid.card, { bookingId, provider, since: at })
  }
  if (unwanted > 0) await giveBack(tx, payment, { amount: unwanted, ended }, at)
  await issueDueInvoices(tx, bookingId, at)
  return settled ?? null
}

/** Real money came while the demonstration's page was open: nothing was paid there. */
async function closeUnpaid(tx: Transaction, id: Id, at: Date): Promise<CardPayment | null> {
  const [closed] = await tx
    .update(cardPayments)
    .set({ status: "closed", settledAt: at })
    .where(eq(cardPayments.id, id))
    .returning()
  return closed ?? null
}

/** By the card that it came from, and the owner reads of it (D28). */
async function giveBack(
  tx: Transaction,
  { id, bookingId }: { id: Id; bookingId: BookingId },
  { amount, ended }: { amount: Cents; ended: boolean },
  at: Date,
): Promise<void> {
  const reason = ended ? "cancelled" : "overpaid"
  await oweRefund(tx, { bookingId, reason, amount, dueOn: refundDue(at), createdAt: at })
  const details = { payment: id, amount, ended }
  await recordEvent(tx, { by: system, action: "booking.payment-unwanted", subject: bookingId, details, at })
}

async function markClosed({ id }: CardPayment, failure: string | null, at: Date): Promise<CardPayment | null> {
  return transaction(async (tx) => {
    const known = await lock(tx, id)
    if (!known || known.status === "paid" || known.status === "closed") return known
    const [closed] = await tx
      .update(cardPayments)
      .set({ status: "closed", settledAt: at, failure })
      .where(eq(cardPayments.id, id))
      .returning()
    const payable = failure === null ? null : await payableOf(known.bookingId, at, tx)
    if (payable && wantedOf(known, payable) === known.amount)
      await orderPaymentFailed(tx, known.bookingId, known.amount, at)
    return closed ?? null
  })
}

async function lock(tx: Transaction, id: Id): Promise<CardPayment | null> {
  const [known] = await tx
    .select({ bookingId: cardPayments.bookingId })
    .from(cardPayments)
    .where(eq(cardPayments.id, id))
  if (!known) return null
  await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, known.bookingId)).for("no key update")
  const [locked] = await tx.select().from(cardPayments).where(eq(cardPayments.id, id)).for("update")
  return locked ?? null
}
