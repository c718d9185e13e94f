import { eq } from "drizzle-orm"
import { ownAccountParty } from "../../../domain/accounts/party.ts"
import { MAX_DEPOSIT_ANSWER } from "../../../domain/finance/deposit.ts"
import type { BookingId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { deposits } from "../../platform/schema/deposits.ts"
import { lockDeposit } from "./deposit.ts"

export type AnswerProblem = { kind: "not-open" } | { kind: "empty" }

export async function answerDeposit(
  bookingId: BookingId,
  text: string,
  at: Date = new Date(),
): Promise<Result<null, AnswerProblem>> {
  const answer = text.trim().slice(0, MAX_DEPOSIT_ANSWER)
  if (answer === "") return err({ kind: "empty" })
  return transaction(async (tx) => {
    const deposit = await lockDeposit(tx, bookingId)
    if (!deposit?.announcedAt || deposit.closedAt) return err({ kind: "not-open" })
    const [client] = await tx
      .select({ id: profiles.id, name: profiles.name })
      .from(bookings)
      .innerJoin(profiles, eq(profiles.id, bookings.userId))
      .where(eq(bookings.id, bookingId))
    if (!client) throw new Error("The customer of a deposit is not there any more")
    await tx.update(deposits).set({ answer, answeredAt: at }).where(eq(deposits.bookingId, bookingId))
    await recordEvent(tx, {
      by: ownAccountParty(client),
      action: "booking.deposit-answered",
      subject: bookingId,
      personal: { note: answer },
      details: {},
      at,
    })
    return ok(null)
  })
}
