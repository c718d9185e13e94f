import { and, desc, eq } from "drizzle-orm"
import { depositConsent } from "../../../domain/finance/deposit.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import type { Booking } from "../../booking-record/booking.ts"
import type { Executor, Transaction } from "../../platform/database.server.ts"
import { system } from "../../../domain/accounts/party.ts"
import { enqueueForgetCard } from "./forget-card.ts"
import { recordEvent } from "../../platform/events/record.ts"
import type { SavedCard } from "../payments/provider.ts"
import { contracts } from "../../platform/schema/bookings.ts"
import { depositTries, deposits } from "../../platform/schema/deposits.ts"
import { lockBookingForMoney } from "../../booking-record/lock-booking.ts"

export type Deposit = typeof deposits.$inferSelect
export type DepositAttempt = typeof depositTries.$inferSelect

export const isInHand = ({ means }: Deposit) => means === "cheque" || means === "transfer"

/** Lock order: the booking first, as everywhere its money moves. */
export async function lockDeposit(tx: Transaction, bookingId: BookingId): Promise<Deposit | null> {
  await lockBookingForMoney(tx, bookingId)
  const [deposit] = await tx.select().from(deposits).where(eq(deposits.bookingId, bookingId)).for("update")
  return deposit ?? null
}

/** Locks the booking; null when no deposit was agreed. */
export async function ensureDeposit(tx: Transaction, bookingId: BookingId, at: Date): Promise<Deposit | null> {
  const booking = await lockBookingForMoney(tx, bookingId)
  const amount = booking ? await readAgreedDeposit(tx, booking) : 0
  if (booking?.status === "confirmed" && amount > 0)
    await tx.insert(deposits).values({ bookingId, amount, openedAt: at }).onConflictDoNothing()
  return lockDeposit(tx, bookingId)
}

/** The signed version decides: an unsigned change changes nothing that is due (D69). */
export async function readAgreedDeposit(
  executor: Executor,
  { id, agreement }: Pick<Booking, "id" | "agreement">,
): Promise<Cents> {
  const [signed] = await executor
    .select({ agreement: contracts.agreement })
    .from(contracts)
    .where(and(eq(contracts.bookingId, id), eq(contracts.status, "signed")))
    .orderBy(desc(contracts.version))
    .limit(1)
  return (signed?.agreement ?? agreement)?.securityDeposit ?? 0
}

export async function listDepositAttempts(tx: Transaction, bookingId: BookingId): Promise<DepositAttempt[]> {
  return tx
    .select()
    .from(depositTries)
    .where(eq(depositTries.bookingId, bookingId))
    .orderBy(desc(depositTries.madeAt), desc(depositTries.id))
}

type CardToStore = { bookingId: BookingId; provider: "stripe" | "demo"; card: SavedCard; at: Date; since?: Date }

/** False when no card is needed any more. The provider forgets the unused or replaced card. */
export async function storeCard(
  tx: Transaction,
  { bookingId, provider, card, at, since = at }: CardToStore,
): Promise<boolean> {
  const deposit = await ensureDeposit(tx, bookingId, at)
  if (!deposit || deposit.closedAt || isInHand(deposit)) {
    await enqueueForgetCard(tx, card, { bookingId, provider, since })
    return false
  }
  const { customerRef, provider: previousProvider } = deposit
  if (previousProvider && customerRef !== null && customerRef !== card.customerId)
    await enqueueForgetCard(tx, { customerId: customerRef }, { bookingId, provider: previousProvider, since })
  await tx
    .update(deposits)
    .set({
      means: "card",
      provider,
      customerRef: card.customerId,
      methodRef: card.methodId,
      cardLabel: card.label,
      savedAt: at,
      consent: depositConsent(deposit.amount),
      failure: null,
      failedAt: null,
    })
    .where(eq(deposits.bookingId, bookingId))
  const details = { amount: deposit.amount }
  await recordEvent(tx, { by: system, action: "booking.deposit-card-saved", subject: bookingId, details, at })
  return true
}
