import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { dayInParis } from "../../../domain/day.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { databaseErrorCode } from "../../platform/database/failures.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { issueDueInvoices } from "../invoicing/issue.ts"
import { withdrawMails } from "../../platform/mail/withdraw-mails.ts"
import type { CardDispute } from "../payments/disputes.ts"
import { cardDisputes } from "../../platform/schema/card-payments.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { payments, refunds } from "../../platform/schema/money.ts"
import { reduceRefundsFor } from "./reduce-refunds.ts"
import type { Payment } from "./payments.ts"
import { lockBookingForMoney } from "../../booking-record/lock-booking.ts"

export type CorrectionProblem = { kind: "not-found" } | { kind: "not-correctable" } | { kind: "refunded" }

/** Adds a counter-entry, because entries are never changed or removed. */
export async function correctPayment(
  actor: Staff,
  paymentId: Id,
  at: Date = new Date(),
): Promise<Result<Payment, CorrectionProblem>> {
  try {
    return await transaction(async (tx) => {
      const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId))
      if (!payment) return err({ kind: "not-found" })
      await lockBookingForMoney(tx, payment.bookingId)
      const corrections = await tx.$count(payments, eq(payments.corrects, paymentId))
      const { bookingId, means, amount } = payment
      const disputed = await tx.select().from(cardDisputes).where(eq(cardDisputes.paymentId, paymentId))
      if (corrections > 0 || !canCorrect(payment, disputed)) return err({ kind: "not-correctable" })
      const owedBefore = await totalRefundable(tx, bookingId)
      // The bank returned it already; refunding it again would pay twice.
      await tx
        .update(refunds)
        .set({ droppedAt: at })
        .where(and(eq(refunds.paymentId, paymentId), isNull(refunds.madeAt), isNull(refunds.droppedAt)))
      const recordedPayment = await findPaymentEvent(tx, payment)
      if (recordedPayment) {
        const owed = inArray(refunds.id, recordedPayment.refunds)
        if ((await tx.$count(refunds, and(owed, isNotNull(refunds.madeAt)))) > 0) return err({ kind: "refunded" })
        await withdrawMails(tx, recordedPayment.id, at)
        await tx
          .update(refunds)
          .set({ droppedAt: at })
          .where(and(owed, isNull(refunds.droppedAt)))
      }
      await reduceRefundsFor(tx, payment, at)
      const notOwed = owedBefore - (await totalRefundable(tx, bookingId))
      const [entry] = await tx
        .insert(payments)
        .values({
          bookingId,
          means,
          amount: -amount,
          receivedOn: dayInParis(at),
          recordedAt: at,
          recordedBy: actor.id,
          corrects: paymentId,
        })
        .returning()
      if (!entry) throw new Error("The counter-entry was not returned")
      await recordEvent(tx, {
        by: actor,
        action: "booking.payment-corrected",
        subject: bookingId,
        details: { payment: paymentId, amount, means, ...(notOwed > 0 && { notOwed }) },
        at,
      })
      await issueDueInvoices(tx, bookingId, at)
      return ok(entry)
    })
  } catch (error) {
    // A constraint keeps refunds below payments.
    if (databaseErrorCode(error) === "23514") return err({ kind: "refunded" })
    throw error
  }
}

async function totalRefundable(tx: Transaction, bookingId: BookingId): Promise<Cents> {
  const { rows } = await tx.execute<{ owed: string }>(sql`
    select coalesce(sum(amount), 0) as owed from refunds
    where booking_id = ${bookingId} and kind = 'refund' and dropped_at is null`)
  return Number(rows[0]?.owed ?? 0)
}

/** Manual payments, or a card payment lost wholly to a dispute. */
export function canCorrect(
  { id, provider, corrects, means, amount }: Payment,
  disputes: readonly Pick<CardDispute, "paymentId" | "stage" | "amount">[],
): boolean {
  if (corrects !== null || means === "set-off") return false
  return (
    provider === null ||
    disputes.some((each) => each.paymentId === id && each.stage === "lost" && each.amount >= amount)
  )
}

async function findPaymentEvent(
  tx: Transaction,
  { id, bookingId }: Payment,
): Promise<{ id: number; refunds: Id[] } | null> {
  const [event] = await tx
    .select({ id: recordedEvents.id, refunds: sql<Id[]>`coalesce(${recordedEvents.details} -> 'refunds', '[]')` })
    .from(recordedEvents)
    .where(
      and(
        eq(recordedEvents.bookingId, bookingId),
        eq(recordedEvents.action, "booking.payment-recorded"),
        sql`${recordedEvents.details} ->> 'payment' = ${id}`,
      ),
    )
  return event ?? null
}
