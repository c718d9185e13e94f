import { desc, eq } from "drizzle-orm"
import { depositConsent } from "../../../domain/finance/deposit.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { system } from "../../../domain/accounts/party.ts"
import { enqueueForgetCard } from "./forget-card.ts"
import { recordEvent } from "../../platform/events/record.ts"
import type { SavedCard } from "../payments/provider.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { depositTries, deposits } from "../../platform/schema/deposits.ts"

export type Deposit = typeof deposits.$inferSelect
export type DepositTry = typeof depositTries.$inferSelect

/** Under the lock of its booking, as everybody does who moves its money; null where there is none. */
export async function lockDeposit(tx: Transaction, bookingId: BookingId): Promise<Deposit | null> {
  await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, bookingId)).for("no key update")
  const [deposit] = await tx.select().from(deposits).where(eq(deposits.bookingId, bookingId)).for("update")
  return deposit ?? null
}

/** The deposit of a confirmed booking, opened if it was not; null where none was agreed on. Under the booking's lock. */
export async function ensureDeposit(tx: Transaction, bookingId: BookingId, at: Date): Promise<Deposit | null> {
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId)).for("no key update")
  const amount = booking?.agreement?.securityDeposit ?? 0
  if (booking?.status === "confirmed" && amount > 0)
    await tx.insert(deposits).values({ bookingId, amount, openedAt: at }).onConflictDoNothing()
  return lockDeposit(tx, bookingId)
}

/** All that was tried for a deposit, the latest first. */
export async function triesOf(tx: Transaction, bookingId: BookingId): Promise<DepositTry[]> {
  return tx
    .select()
    .from(depositTries)
    .where(eq(depositTries.bookingId, bookingId))
    .orderBy(desc(depositTries.madeAt), desc(depositTries.id))
}

type KeptCard = { bookingId: BookingId; provider: "stripe" | "demo"; card: SavedCard; at: Date; since?: Date }

/**
 * Keeps the card that somebody has saved for a deposit, with what they agreed to. False where nothing asks for it any
 * more: the deposit is closed, or a cheque or a transfer stands for it. The provider is made to forget the one that is
 * not kept: that, or the one before. `since`: authorisations from before it may be on the one before.
 */
export async function keepCard(
  tx: Transaction,
  { bookingId, provider, card, at, since = at }: KeptCard,
): Promise<boolean> {
  const deposit = await ensureDeposit(tx, bookingId, at)
  if (!deposit || deposit.closedAt || deposit.means === "cheque" || deposit.means === "transfer") {
    await enqueueForgetCard(tx, card, { bookingId, provider, since })
    return false
  }
  const { customerRef, provider: before } = deposit
  if (before && customerRef !== null && customerRef !== card.customerId)
    await enqueueForgetCard(tx, { customerId: customerRef }, { bookingId, provider: before, since })
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
