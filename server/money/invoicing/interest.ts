import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm"
import { system } from "../../../domain/accounts/party.ts"
import { refundDue } from "../../../domain/booking/deadlines.ts"
import { type Day, dayInParis, later } from "../../../domain/day.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { Received } from "../../../domain/invoicing/invoice.ts"
import { bearingInterest, interestOnPaidAhead } from "../../../domain/invoicing/legal-interest.ts"
import type { Cents } from "../../../domain/money.ts"
import { readInForce } from "../../booking-record/booking-in-force.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { syncCardPayments } from "../payments/sync-card-payments.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import type { bookings } from "../../platform/schema/bookings.ts"
import { payments, refunds } from "../../platform/schema/money.ts"
import { readLegalRates } from "./legal-rates.ts"
import { moneyIn, receivedOf } from "./received.ts"

type Booking = typeof bookings.$inferSelect
type Owed = { amount: Cents; madeAt: Date | null }

/** Interest at the legal rate on what was paid ahead of a price (L214-2), until the rental. */
export async function interestUntilRental(
  tx: Transaction,
  booking: Pick<Booking, "id" | "firstDay">,
  { received, price }: { received: readonly Received[]; price: Cents },
): Promise<Cents> {
  const made = await tx
    .select({ amount: refunds.amount, on: sql<Day>`${refunds.madeOn}` })
    .from(refunds)
    .where(and(eq(refunds.bookingId, booking.id), eq(refunds.kind, "refund"), isNotNull(refunds.madeAt)))
    .orderBy(asc(refunds.madeOn), asc(refunds.id))
  return interestOnPaidAhead(
    await readLegalRates(tx),
    bearingInterest(moneyIn(received), made, price),
    booking.firstDay,
  )
}

/**
 * Of a booking that has ended it is on what goes back, until each part of it has ("jusqu'à […] restitution"): until `today`
 * on what has not.
 */
export async function interestOnReturns(
  tx: Transaction,
  { received, returns }: { received: readonly Received[]; returns: readonly { amount: Cents; madeOn: Day | null }[] },
  today: Day,
): Promise<Cents> {
  const back = returns
    .map(({ amount, madeOn }) => ({ amount, on: madeOn ?? today }))
    .toSorted((one, other) => one.on.localeCompare(other.on))
  const returned = bearingInterest(moneyIn(received), back, 0).filter(({ until }) => until !== undefined)
  return interestOnPaidAhead(await readLegalRates(tx), returned, today)
}

/** The interest of a booking that is owed, or was given. */
export function interestOf(tx: Transaction, bookingId: BookingId): Promise<Owed[]> {
  return tx
    .select({ amount: refunds.amount, madeAt: refunds.madeAt })
    .from(refunds)
    .where(and(eq(refunds.bookingId, bookingId), eq(refunds.reason, "interest"), isNull(refunds.droppedAt)))
}

/** So much interest is owed, and no other: what was given stays given. It is due with the rental, until which it runs. */
export async function settleInterest(
  tx: Transaction,
  { id: bookingId, firstDay }: Booking,
  { before, interest }: { before: readonly Owed[]; interest: Cents },
  at: Date,
): Promise<void> {
  if (sumOf(before) === interest) return
  await dropOwed(tx, bookingId, at)
  const amount = interest - sumOf(before.filter(({ madeAt }) => madeAt))
  if (amount <= 0) return
  const dueOn = later(refundDue(at), firstDay)
  await tx.insert(refunds).values({ bookingId, kind: "indemnity", reason: "interest", amount, dueOn, createdAt: at })
}

/**
 * Takes what a consumer is owed until the rental off the balance, before that is asked for ("déduits du solde à verser",
 * L214-2): an indemnity that a payment of the same sum settles, so that no money has to move. At most what is left to pay;
 * done twice it is done once. Under the booking's lock. Answers what was taken off.
 */
export async function deductInterest(
  tx: Transaction,
  booking: Booking,
  { asked, paid }: { asked: Cents; paid: Cents },
  at: Date,
): Promise<Cents> {
  const [client] = await tx
    .select({ clientType: profiles.clientType })
    .from(profiles)
    .where(eq(profiles.id, booking.userId))
  if (booking.isExample || !client || client.clientType === "business") return 0
  const today = dayInParis(at)
  const received = await receivedOf(tx, booking.id, today)
  const interest = await interestUntilRental(tx, await readInForce(tx, booking), { received, price: asked })
  const given = (await interestOf(tx, booking.id)).filter(({ madeAt }) => madeAt)
  const amount = Math.min(interest - sumOf(given), asked - paid)
  if (amount <= 0) return 0
  const bookingId = booking.id
  await dropOwed(tx, bookingId, at)
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
  // What is open at the provider asks for more than is left.
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

/** What was reckoned as interest and not given is owed no more. */
async function dropOwed(tx: Transaction, bookingId: BookingId, at: Date): Promise<void> {
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

function sumOf(rows: readonly { amount: Cents }[]): Cents {
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}
