import { and, eq, inArray, max } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import { isMailed } from "../../domain/correspondence/is-mailed.ts"
import { dayInParis } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { customerMailId, orderBookingMail } from "../booking-record/booking-mails.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { contractEvidence } from "../platform/schema/contracts.ts"
import { beginSigningDeadline } from "./contract-delivery.ts"
import { addEvidence } from "./evidence.ts"
import { createBookingLink, signingUrl } from "../access/capability-links.ts"
import { readLiveContracts } from "./versions.ts"
import { lockBooking } from "../booking-record/lock-booking.ts"

const RESEND_INTERVAL_MINUTES = 2

export type ResendContractProblem =
  | { kind: "not-found" }
  | { kind: "not-waiting" }
  | { kind: "just-sent"; at: Date }
  | { kind: "without-mail" }

/** Sends a new link because the first secret is not stored (D56). */
export async function resendContract(
  actor: Staff,
  bookingId: BookingId,
  at: Date = new Date(),
): Promise<Result<{ dueAt: Date; startedDeadline: boolean }, ResendContractProblem>> {
  return transaction(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking) return err({ kind: "not-found" })
    const { waiting } = await readLiveContracts(tx, bookingId)
    if (booking.status !== "confirmed" || waiting?.status !== "sent" || booking.returnsOn < dayInParis(at))
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
    if (last?.at && at.getTime() - last.at.getTime() < RESEND_INTERVAL_MINUTES * 60_000)
      return err({ kind: "just-sent", at: last.at })
    const dueAt = waiting.dueAt ?? (await beginSigningDeadline(tx, waiting, booking, at))
    const link = await createBookingLink(tx, { booking, purpose: "sign", at })
    await recordEvent(tx, {
      by: actor,
      action: "booking.contract-sent",
      subject: bookingId,
      details: { version: waiting.version, dueAt: dueAt.toISOString() },
      at,
    })
    const extra = { signingUrl: signingUrl(link.secret), signBy: dueAt }
    const mailId = customerMailId(await orderBookingMail(tx, { kind: "contract-reminder", bookingId, extra, at }))
    await addEvidence(tx, waiting.id, { kind: "reminded", details: { linkId: link.id, mailId } }, at)
    return ok({ dueAt, startedDeadline: waiting.dueAt === null })
  })
}
