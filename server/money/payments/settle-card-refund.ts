import { eq } from "drizzle-orm"
import { system } from "../../../domain/accounts/party.ts"
import { dayInParis } from "../../../domain/day.ts"
import type { Id } from "../../../domain/id.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { issueDueInvoices } from "../invoicing/issue.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { payments, refunds } from "../../platform/schema/money.ts"
import { findProvider } from "./current.server.ts"
import type { RefundState } from "./provider.ts"
import { lockBookingForMoney } from "../../booking-record/lock-booking.ts"

type Refund = typeof refunds.$inferSelect
type CardRefund = { refund: Refund; provider: "stripe" | "demo"; providerPaymentId: string }

/** Idempotent. A refund the bank returns becomes an open matter again (D57). */
export async function settleCardRefund(id: Id, at: Date = new Date()): Promise<string> {
  const started = await transaction((tx) => beginRefund(tx, id, at))
  if (!started) return "nothing to do"
  const { refund, providerPaymentId } = started
  const provider = findProvider(started.provider)
  if (!provider) throw new Error(`The key of ${started.provider} is not set any more`)
  const request = { id, paymentId: providerPaymentId, amount: refund.amount }
  // Looks first: an earlier process may have died after the provider had refunded.
  const existing = await provider.findRefund(request)
  if (!existing && refund.madeAt !== null) return "nothing to do"
  const state = existing ?? (await provider.refund(request))
  return transaction((tx) => recordRefundState(tx, started, state, at))
}

/** Once begun, undoing an act no longer cancels it. */
async function beginRefund(tx: Transaction, id: Id, at: Date): Promise<CardRefund | null> {
  const refund = await lockRefund(tx, id)
  if (!refund?.paymentId || refund.droppedAt || refund.failedAt) return null
  const [payment] = await tx.select().from(payments).where(eq(payments.id, refund.paymentId))
  if (!payment?.providerId || (payment.provider !== "stripe" && payment.provider !== "demo")) return null
  if (refund.begunAt === null) await tx.update(refunds).set({ begunAt: at }).where(eq(refunds.id, id))
  return { refund, provider: payment.provider, providerPaymentId: payment.providerId }
}

async function recordRefundState(
  tx: Transaction,
  { refund: { id }, provider }: CardRefund,
  state: RefundState,
  at: Date,
): Promise<string> {
  const refund = await lockRefund(tx, id)
  if (!refund || refund.failedAt) return "nothing to do"
  const providerIds =
    refund.providerId === null && state.refundId !== null ? { provider, providerId: state.refundId } : {}
  const { bookingId, amount } = refund
  switch (state.kind) {
    case "pending":
      if (refund.providerId === null) await tx.update(refunds).set(providerIds).where(eq(refunds.id, id))
      return "on its way"
    case "made": {
      if (refund.madeAt !== null) return "nothing to do"
      const madeOn = dayInParis(at)
      await tx
        .update(refunds)
        .set({ ...providerIds, madeOn, madeMeans: "card", madeAt: at })
        .where(eq(refunds.id, id))
      const details = { amount, means: "card" as const, madeOn }
      await recordEvent(tx, { by: system, action: "booking.refunded", subject: bookingId, details, at })
      await orderBookingMail(tx, { kind: "payment-refunded", bookingId, extra: { amount, means: "card" }, at })
      await issueDueInvoices(tx, bookingId, at)
      return "made"
    }
    case "failed": {
      const { failure } = state
      await tx
        .update(refunds)
        .set({ ...providerIds, madeOn: null, madeMeans: null, madeAt: null, failedAt: at, failure })
        .where(eq(refunds.id, id))
      const details = { amount, failure }
      await recordEvent(tx, { by: system, action: "booking.refund-failed", subject: bookingId, details, at })
      return `failed: ${failure}`
    }
  }
}

/** Lock order: the booking first, as everywhere its money moves. */
async function lockRefund(tx: Transaction, id: Id): Promise<Refund | null> {
  const [row] = await tx.select({ bookingId: refunds.bookingId }).from(refunds).where(eq(refunds.id, id))
  if (!row) return null
  await lockBookingForMoney(tx, row.bookingId)
  const [locked] = await tx.select().from(refunds).where(eq(refunds.id, id)).for("update")
  return locked ?? null
}
