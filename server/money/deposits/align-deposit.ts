import { eq } from "drizzle-orm"
import { system } from "../../../domain/accounts/party.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { deposits } from "../../platform/schema/deposits.ts"
import type { Booking } from "../../booking-record/booking.ts"
import { lockDeposit } from "./deposit.ts"

/** The deposit of the version in force: less is released (D60), more is asked only where none is given yet. */
export async function alignDeposit(
  tx: Transaction,
  { id: bookingId, agreement }: Pick<Booking, "id" | "agreement">,
  at: Date,
): Promise<void> {
  const agreed = agreement?.securityDeposit ?? 0
  const deposit = await lockDeposit(tx, bookingId)
  if (!deposit || deposit.closedAt || deposit.announcedAt || deposit.amount === agreed) return
  if (deposit.amount < agreed) {
    if (deposit.means === null)
      await tx.update(deposits).set({ amount: agreed }).where(eq(deposits.bookingId, bookingId))
    return
  }
  const change = agreed === 0 ? { closedAt: at, kept: 0 } : { amount: agreed }
  await tx.update(deposits).set(change).where(eq(deposits.bookingId, bookingId))
  const details = { amount: agreed, of: deposit.amount }
  await recordEvent(tx, { by: system, action: "booking.deposit-lowered", subject: bookingId, details, at })
  await enqueue(tx, "settle-deposit", { bookingId })
}
