import { eq } from "drizzle-orm"
import { system } from "../../../domain/accounts/party.ts"
import { dayInParis } from "../../../domain/day.ts"
import type { Id } from "../../../domain/id.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { issueDueInvoices } from "../invoicing/issue.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { payments, refunds } from "../../platform/schema/money.ts"
import { providerNamed } from "./current.server.ts"
import type { RefundState } from "./provider.ts"

type Refund = typeof refunds.$inferSelect
type ByCard = { refund: Refund; provider: "stripe" | "demo"; providerPaymentId: string }

/**
 * Gives money back to the card it came from, once however often it runs, or notes what has become of that since: a refund
 * that the bank returns, even days later, is an open matter again (D57). Says what it did.
 */
export async function settleCardRefund(id: Id, at: Date = new Date()): Promise<string> {
  const begun = await transaction((tx) => begin(tx, id, at))
  if (!begun) return "nothing to do"
  const { refund, providerPaymentId } = begun
  const provider = providerNamed(begun.provider)
  if (!provider) throw new Error(`The key of ${begun.provider} is not set any more`)
  const asked = { id, paymentId: providerPaymentId, amount: refund.amount }
  // Before anything is asked for: a process may have died after the provider had done it, however long ago.
  const known = await provider.findRefund(asked)
  if (!known && refund.madeAt !== null) return "nothing to do"
  const state = known ?? (await provider.refund(asked))
  return transaction((tx) => note(tx, begun, state, at))
}

/** From now on it is not dropped any more, whatever is undone. */
async function begin(tx: Transaction, id: Id, at: Date): Promise<ByCard | null> {
  const refund = await lock(tx, id)
  if (!refund?.paymentId || refund.droppedAt || refund.failedAt) return null
  const [payment] = await tx.select().from(payments).where(eq(payments.id, refund.paymentId))
  if (!payment?.providerId || (payment.provider !== "stripe" && payment.provider !== "demo")) return null
  if (refund.begunAt === null) await tx.update(refunds).set({ begunAt: at }).where(eq(refunds.id, id))
  return { refund, provider: payment.provider, providerPaymentId: payment.providerId }
}

async function note(
  tx: Transaction,
  { refund: { id }, provider }: ByCard,
  state: RefundState,
  at: Date,
): Promise<string> {
  const refund = await lock(tx, id)
  if (!refund || refund.failedAt) return "nothing to do"
  const named = refund.providerId === null && state.refundId !== null ? { provider, providerId: state.refundId } : {}
  const { bookingId, amount } = refund
  switch (state.kind) {
    case "pending":
      if (refund.providerId === null) await tx.update(refunds).set(named).where(eq(refunds.id, id))
      return "on its way"
    case "made": {
      if (refund.madeAt !== null) return "nothing to do"
      const madeOn = dayInParis(at)
      await tx
        .update(refunds)
        .set({ ...named, madeOn, madeMeans: "card", madeAt: at })
        .where(eq(refunds.id, id))
      const details = { amount, means: "card" as const, madeOn }
      await recordEvent(tx, { by: system, action: "booking.refunded", subject: bookingId, details, at })
      await orderBookingMail(tx, { kind: "payment-refunded", bookingId, extra: { amount, means: "card" }, at })
      // Interest runs until it has gone back.
      await issueDueInvoices(tx, bookingId, at)
      return "made"
    }
    case "failed": {
      const { failure } = state
      await tx
        .update(refunds)
        .set({ ...named, madeOn: null, madeMeans: null, madeAt: null, failedAt: at, failure })
        .where(eq(refunds.id, id))
      const details = { amount, failure }
      await recordEvent(tx, { by: system, action: "booking.refund-failed", subject: bookingId, details, at })
      return `failed: ${failure}`
    }
  }
}

/** Under the lock of the booking, as everybody does who moves its money. */
async function lock(tx: Transaction, id: Id): Promise<Refund | null> {
  const [known] = await tx.select({ bookingId: refunds.bookingId }).from(refunds).where(eq(refunds.id, id))
  if (!known) return null
  await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, known.bookingId)).for("no key update")
  const [locked] = await tx.select().from(refunds).where(eq(refunds.id, id)).for("update")
  return locked ?? null
}
