import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm"
import { system } from "../../../domain/accounts/party.ts"
import { refundDue } from "../../../domain/booking/deadlines.ts"
import { type Day, dayInParis, later } from "../../../domain/day.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { Received } from "../../../domain/invoicing/invoice.ts"
import { interestBearingSums, advanceInterest } from "../../../domain/invoicing/legal-interest.ts"
import { type Cents, sumAmounts } from "../../../domain/money.ts"
import { readBookingInForce } from "../../booking-record/booking-in-force.ts"
import { readClientType } from "../../booking-record/client-type.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { syncCardPayments } from "../payments/sync-card-payments.ts"
import { payments, refunds } from "../../platform/schema/money.ts"
import { readLegalRates } from "./legal-rates.ts"
import { excludeSetOffs, listReceived } from "./received.ts"
import type { Booking } from "../../booking-record/booking.ts"

type OwedInterest = { amount: Cents; madeAt: Date | null }

/** Legal rate on money paid ahead (L214-2). */
export async function interestUntilRental(
  tx: Transaction,
  booking: Pick<Booking, "id" | "firstDay">,
  { received, price }: { received: readonly Received[]; price: Cents },
): Promise<Cents> {
  const refunded = await tx
    .select({ amount: refunds.amount, on: sql<Day>`${refunds.madeOn}` })
    .from(refunds)
    .where(and(eq(refunds.bookingId, booking.id), eq(refunds.kind, "refund"), isNotNull(refunds.madeAt)))
    .orderBy(asc(refunds.madeOn), asc(refunds.id))
  return advanceInterest(
    await readLegalRates(tx),
    interestBearingSums(excludeSetOffs(received), refunded, price),
    booking.firstDay,
  )
}

/** After an end, interest runs on each part until it is returned ("jusqu'à […] restitution"). */
export async function interestOnReturns(
  tx: Transaction,
  { received, returns }: { received: readonly Received[]; returns: readonly { amount: Cents; madeOn: Day | null }[] },
  today: Day,
): Promise<Cents> {
  const returnsByDay = returns
    .map(({ amount, madeOn }) => ({ amount, on: madeOn ?? today }))
    .toSorted((one, other) => one.on.localeCompare(other.on))
  const returned = interestBearingSums(excludeSetOffs(received), returnsByDay, 0).filter(
    ({ until }) => until !== undefined,
  )
  return advanceInterest(await readLegalRates(tx), returned, today)
}

export function listInterest(tx: Transaction, bookingId: BookingId): Promise<OwedInterest[]> {
  return tx
    .select({ amount: refunds.amount, madeAt: refunds.madeAt })
    .from(refunds)
    .where(and(eq(refunds.bookingId, bookingId), eq(refunds.reason, "interest"), isNull(refunds.droppedAt)))
}

/** Paid interest is never reclaimed. */
export async function settleInterest(
  tx: Transaction,
  { id: bookingId, firstDay }: Booking,
  { existing, interest }: { existing: readonly OwedInterest[]; interest: Cents },
  at: Date,
): Promise<void> {
  if (sumAmounts(existing) === interest) return
  await cancelOwedInterest(tx, bookingId, at)
  const amount = interest - sumAmounts(existing.filter(({ madeAt }) => madeAt))
  if (amount <= 0) return
  const dueOn = later(refundDue(at), firstDay)
  await tx.insert(refunds).values({ bookingId, kind: "indemnity", reason: "interest", amount, dueOn, createdAt: at })
}

/** Deducts consumer interest from the balance (L214-2). Idempotent; call it under the booking lock. */
export async function deductInterest(
  tx: Transaction,
  booking: Booking,
  { totalDue, paid }: { totalDue: Cents; paid: Cents },
  at: Date,
): Promise<Cents> {
  if (booking.isExample || (await readClientType(tx, booking.id)) === "business") return 0
  const today = dayInParis(at)
  const received = await listReceived(tx, booking.id, today)
  const interest = await interestUntilRental(tx, await readBookingInForce(tx, booking), { received, price: totalDue })
  const settled = (await listInterest(tx, booking.id)).filter(({ madeAt }) => madeAt)
  const amount = Math.min(interest - sumAmounts(settled), totalDue - paid)
  if (amount <= 0) return 0
  const bookingId = booking.id
  await cancelOwedInterest(tx, bookingId, at)
  await tx.insert(payments).values({ bookingId, means: "set-off", amount, receivedOn: today, recordedAt: at })
  await tx.insert(refunds).values({
    bookingId,
    kind: "indemnity",
    reason: "interest",
    amount,
    dueOn: today,
    createdAt: at,
    madeOn: today,
    madeMeans: "set-off",
    madeAt: at,
  })
  // An open card page may ask for more than is still due.
  await syncCardPayments(tx, bookingId)
  await recordEvent(tx, {
    by: system,
    action: "booking.interest-deducted",
    subject: bookingId,
    details: { amount },
    at,
  })
  return amount
}

async function cancelOwedInterest(tx: Transaction, bookingId: BookingId, at: Date): Promise<void> {
  await tx
    .update(refunds)
    .set({ droppedAt: at })
    .where(
      and(
        eq(refunds.bookingId, bookingId),
        eq(refunds.reason, "interest"),
        isNull(refunds.madeAt),
        isNull(refunds.droppedAt),
      ),
    )
}
