import { eq } from "drizzle-orm"
import { system } from "../../../domain/accounts/party.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { deposits } from "../../platform/schema/deposits.ts"
import type { Booking } from "../../booking-record/booking.ts"
import { lockDeposit } from "./deposit.ts"

/** Releases what an ended rental no longer needs (D60); a card is held again for the rest. */
export async function lowerDeposit(
  tx: Transaction,
  { id: bookingId, agreement }: Pick<Booking, "id" | "agreement">,
  at: Date,
): Promise<void> {
  const agreed = agreement?.securityDeposit ?? 0
  const deposit = await lockDeposit(tx, bookingId)
  if (!deposit || deposit.closedAt || deposit.announcedAt || deposit.amount <= agreed) return
  const change = agreed === 0 ? { closedAt: at, kept: 0 } : { amount: agreed }
  await tx.update(deposits).set(change).where(eq(deposits.bookingId, bookingId))
  const details = { amount: agreed, of: deposit.amount }
  await recordEvent(tx, { by: system, action: "booking.deposit-lowered", subject: bookingId, details, at })
  await enqueue(tx, "settle-deposit", { bookingId })
}
