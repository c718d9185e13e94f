import { and, eq, inArray, max } from "drizzle-orm"
import type { Administrator } from "../../domain/accounts/party.ts"
import { isMailed } from "../../domain/correspondence/reach.ts"
import { dayInParis } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { customerMail, orderBookingMail } from "../booking-record/booking-mails.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { contractEvidence } from "../platform/schema/contracts.ts"
import { begin } from "./contract-delivery.ts"
import { addEvidence } from "./evidence.ts"
import { newBookingLink, signingUrl } from "../access/capability-links.ts"
import { liveContracts } from "./versions.ts"

/** A second press, or a second administrator, sends nothing so soon after the last link. */
const AGAIN_AFTER_MINUTES = 2

export type SendAgainProblem =
  | { kind: "not-found" }
  /** Nothing that was sent waits for a signature, or its time has run out. */
  | { kind: "not-waiting" }
  /** A link left a moment ago. */
  | { kind: "just-sent"; at: Date }
  /** The customer has no address, or is one of the demonstration’s. */
  | { kind: "without-mail" }

/**
 * Mails one more link to the contract that waits for a signature, as the reminder does: the secret of the first one is
 * stored nowhere (D56). The deadline stays as it is; where it had stopped, since no mail could be delivered, it begins
 * anew.
 */
export async function sendContractAgain(
  actor: Administrator,
  bookingId: BookingId,
  at: Date = new Date(),
): Promise<Result<{ dueAt: Date; begun: boolean }, SendAgainProblem>> {
  return transaction(async (tx) => {
    const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId)).for("update")
    if (!booking) return err({ kind: "not-found" })
    const { waiting } = await liveContracts(tx, bookingId)
    if (booking.status !== "confirmed" || waiting?.status !== "sent" || booking.lastDay < dayInParis(at))
      return err({ kind: "not-waiting" })
    if (waiting.dueAt !== null && waiting.dueAt <= at) return err({ kind: "not-waiting" })
    const [client] = await tx
      .select({ email: profiles.email, isExample: profiles.isExample })
      .from(profiles)
      .where(eq(profiles.id, booking.userId))
    if (!client || !isMailed(client)) return err({ kind: "without-mail" })
    const [last] = await tx
      .select({ at: max(contractEvidence.at) })
      .from(contractEvidence)
      .where(and(eq(contractEvidence.contractId, waiting.id), inArray(contractEvidence.kind, ["sent", "reminded"])))
    if (last?.at && at.getTime() - last.at.getTime() < AGAIN_AFTER_MINUTES * 60_000)
      return err({ kind: "just-sent", at: last.at })
    const dueAt = waiting.dueAt ?? (await begin(tx, waiting, booking, at))
    const link = await newBookingLink(tx, booking, "sign", at)
    await recordEvent(tx, {
      by: actor,
      action: "booking.contract-sent",
      subject: bookingId,
      details: { version: waiting.version, dueAt: dueAt.toISOString() },
      at,
    })
    const extra = { signingUrl: signingUrl(link.secret), signBy: dueAt }
    const mailId = customerMail(await orderBookingMail(tx, { kind: "contract-reminder", bookingId, extra, at }))
    await addEvidence(tx, waiting.id, { kind: "reminded", details: { linkId: link.id, mailId } }, at)
    return ok({ dueAt, begun: waiting.dueAt === null })
  })
}
