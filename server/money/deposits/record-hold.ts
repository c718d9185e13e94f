import { and, eq, isNull } from "drizzle-orm"
import { system } from "../../../domain/accounts/party.ts"
import { releaseDay } from "../../../domain/finance/deposit.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { log } from "../../platform/log.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import type { HoldState } from "../payments/deposit-provider.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { depositTries, deposits } from "../../platform/schema/deposits.ts"
import { type Deposit, type DepositAttempt, lockDeposit, listDepositAttempts } from "./deposit.ts"
import { mailCardRequest, reasonForFailure } from "./deposit-mails.ts"

export async function recordHold(
  tx: Transaction,
  id: DepositAttempt["id"],
  state: HoldState,
  at: Date,
): Promise<boolean> {
  const [row] = await tx.select({ bookingId: depositTries.bookingId }).from(depositTries).where(eq(depositTries.id, id))
  const deposit = row && (await lockDeposit(tx, row.bookingId))
  const [attempt] = await tx.select().from(depositTries).where(eq(depositTries.id, id)).for("update")
  if (!deposit || !attempt) return false
  const { status, bookingId } = attempt
  if (status !== "held" && status !== "opening" && status !== "open") return false
  const write = (values: Partial<DepositAttempt>) =>
    tx
      .update(depositTries)
      .set({ lookedAt: at, ...values })
      .where(eq(depositTries.id, id))
  switch (state.kind) {
    case "held":
      await write({ status: "held", holdId: state.holdId, captureBefore: state.captureBefore })
      if (status !== "held") await notifyHeld(tx, deposit, attempt, at)
      return true
    case "refused":
      await write({ status: "refused", failure: state.failure, settledAt: at })
      await recordRefusal(tx, deposit, state.failure, at)
      return true
    case "captured":
      log.warn("A deposit was taken in the provider's own pages", { bookingId })
      await write({
        status: "captured",
        holdId: state.holdId,
        captureBefore: attempt.captureBefore ?? at,
        captured: state.amount,
        settledAt: at,
      })
      await tx
        .update(deposits)
        .set({ announcedAt: at, announcedAmount: state.amount, closedAt: at, kept: state.amount })
        .where(and(eq(deposits.bookingId, bookingId), isNull(deposits.closedAt)))
      return true
    case "released":
      await write({ status: "released", settledAt: at })
      return true
  }
}

/** Notifies once per rental: a renewal changes nothing for the customer. */
async function notifyHeld(tx: Transaction, deposit: Deposit, attempt: DepositAttempt, at: Date): Promise<void> {
  const { bookingId, amount, cardLabel } = deposit
  await recordEvent(tx, { by: system, action: "booking.deposit-held", subject: bookingId, details: { amount }, at })
  const wasHeldBefore = (await listDepositAttempts(tx, bookingId)).some(
    ({ id, holdId }) => id !== attempt.id && holdId !== null,
  )
  if (wasHeldBefore || deposit.closedAt) return
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId))
  if (!booking) return
  const releaseBy = releaseDay(booking.returnsOn)
  await orderBookingMail(tx, {
    kind: "deposit-opened",
    bookingId,
    extra: { amount, card: cardLabel ?? "", releaseBy },
    at,
  })
}

async function recordRefusal(tx: Transaction, deposit: Deposit, failure: string, at: Date): Promise<void> {
  const { bookingId, amount } = deposit
  if (deposit.closedAt) return
  await tx.update(deposits).set({ failure, failedAt: at }).where(eq(deposits.bookingId, bookingId))
  const details = { amount, failure }
  await recordEvent(tx, { by: system, action: "booking.deposit-refused", subject: bookingId, details, at })
  await mailCardRequest(tx, deposit, reasonForFailure(failure), at)
}
