import { type SQL, and, asc, desc, eq, inArray, notInArray } from "drizzle-orm"
import { system } from "../../../domain/accounts/party.ts"
import type { BookingId } from "../../../domain/id.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { log } from "../../platform/log.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { cardDisputes } from "../../platform/schema/card-payments.ts"
import { depositTries } from "../../platform/schema/deposits.ts"
import { payments } from "../../platform/schema/money.ts"
import type { DisputeState } from "./provider.ts"
import { stripeDisputes } from "./stripe.ts"
import { lockBookingForMoney } from "../../booking-record/lock-booking.ts"

export type CardDispute = typeof cardDisputes.$inferSelect

export async function syncDispute(id: string, at: Date = new Date()): Promise<string> {
  if (!environment.stripe) return "nothing to do"
  const state = await stripeDisputes(environment.stripe).fetchDispute(id)
  return state ? recordDispute(state, at) : "not a payment of this shop"
}

/** Also re-reads undecided ones, because a webhook may be lost. */
export async function syncDisputesSince(since: Date, at: Date): Promise<number> {
  if (!environment.stripe) return 0
  const provider = stripeDisputes(environment.stripe)
  const recent = await provider.listSince(since)
  for (const state of recent) await recordDispute(state, at)
  const undecided = await db
    .select({ id: cardDisputes.providerId })
    .from(cardDisputes)
    .where(
      and(
        inArray(cardDisputes.stage, ["to_answer", "answered"]),
        notInArray(
          cardDisputes.providerId,
          recent.map(({ id }) => id),
        ),
      ),
    )
  for (const { id } of undecided) {
    const state = await provider.fetchDispute(id)
    if (state) await recordDispute(state, at)
  }
  return recent.length + undecided.length
}

async function recordDispute(
  { id, paymentId, amount, reason, stage, answerBy, openedAt }: DisputeState,
  at: Date,
): Promise<string> {
  return transaction(async (tx) => {
    const key = and(eq(cardDisputes.provider, "stripe"), eq(cardDisputes.providerId, id))
    const disputed = await findDisputed(tx, paymentId, key)
    if (!disputed) {
      log.warn("A dispute belongs to no recorded payment", { dispute: id })
      return "not a payment of this shop"
    }
    const { bookingId } = disputed
    await lockBookingForMoney(tx, bookingId)
    const [existing] = await tx.select().from(cardDisputes).where(key)
    const state = { amount, reason, stage, answerBy, lookedAt: at }
    if (existing) await tx.update(cardDisputes).set(state).where(key)
    else
      await tx.insert(cardDisputes).values({
        provider: "stripe",
        providerId: id,
        ...disputed,
        openedAt,
        ...state,
      })
    if (existing?.stage === stage) return "as it was"
    const ofDeposit = disputed.depositTryId !== null
    await recordEvent(tx, {
      by: system,
      action: "booking.payment-disputed",
      subject: bookingId,
      details: {
        payment: disputed.paymentId,
        ofDeposit,
        amount,
        stage,
        answerBy: answerBy?.toISOString() ?? null,
      },
      at,
    })
    if (stage === "to_answer")
      await orderBookingMail(tx, { kind: "disputed", bookingId, extra: { amount, ofDeposit, reason, answerBy }, at })
    return stage
  })
}

type Disputed = Pick<CardDispute, "bookingId" | "paymentId" | "depositTryId">

async function findDisputed(tx: Transaction, paymentId: string, key: SQL | undefined): Promise<Disputed | null> {
  const { bookingId, paymentId: ofPayment, depositTryId } = cardDisputes
  const [existing] = await tx.select({ bookingId, paymentId: ofPayment, depositTryId }).from(cardDisputes).where(key)
  if (existing) return existing
  const [payment] = await tx
    .select({ paymentId: payments.id, bookingId: payments.bookingId })
    .from(payments)
    .where(and(eq(payments.provider, "stripe"), eq(payments.providerId, paymentId)))
  if (payment) return { ...payment, depositTryId: null }
  const [depositTry] = await tx
    .select({ depositTryId: depositTries.id, bookingId: depositTries.bookingId })
    .from(depositTries)
    .where(and(eq(depositTries.provider, "stripe"), eq(depositTries.holdId, paymentId)))
  return depositTry ? { ...depositTry, paymentId: null } : null
}

export async function listDisputes(bookingId: BookingId): Promise<CardDispute[]> {
  return db
    .select()
    .from(cardDisputes)
    .where(eq(cardDisputes.bookingId, bookingId))
    .orderBy(desc(cardDisputes.openedAt))
}

export type DisputeToAnswer = CardDispute & { number: number; clientName: string }

export async function listDisputesToAnswer(): Promise<DisputeToAnswer[]> {
  const rows = await db
    .select({ dispute: cardDisputes, number: bookings.number, clientName: profiles.name })
    .from(cardDisputes)
    .innerJoin(bookings, eq(bookings.id, cardDisputes.bookingId))
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(eq(cardDisputes.stage, "to_answer"))
    .orderBy(asc(cardDisputes.answerBy))
  return rows.map(({ dispute, ...bookingFacts }) => ({ ...dispute, ...bookingFacts }))
}
