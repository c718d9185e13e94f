import { eq, sql } from "drizzle-orm"
import { REMINDER_HOURS, contractReminderDue } from "../../../domain/booking/deadlines.ts"
import { addEvidence } from "../../contracts/evidence.ts"
import { createBookingLink, signingUrl } from "../../access/capability-links.ts"
import { transaction } from "../../platform/database.server.ts"
import { customerMailId, orderBookingMail } from "../../booking-record/booking-mails.ts"
import { contracts } from "../../platform/schema/bookings.ts"
import { NOT_DUE, type Sweep, instant } from "../../platform/queue/sweep.ts"
import { lockBooking } from "../../booking-record/lock-booking.ts"

export const remindToSign: Sweep = {
  schedule: "*/10 * * * *",
  description: "Reminds whoever has not signed a day after the contract was sent, while its time runs.",
  lateAfterMinutes: 60,
  due: (at) => sql`
    select contract.id from contracts contract join bookings booking on booking.id = booking_id
    where contract.status = 'sent' and reminded_at is null and due_at > ${instant(at)} and booking.status = 'confirmed'
      and sent_at + ${REMINDER_HOURS} * interval '1 hour' <= ${instant(at)}
      and sent_at + ${REMINDER_HOURS} * interval '1 hour' < due_at`,
  async run(id, at) {
    return transaction(async (tx) => {
      const [row] = await tx.select({ bookingId: contracts.bookingId }).from(contracts).where(eq(contracts.id, id))
      if (!row) return NOT_DUE
      const booking = await lockBooking(tx, row.bookingId)
      const [contract] = await tx.select().from(contracts).where(eq(contracts.id, id))
      if (booking?.status !== "confirmed" || contract?.status !== "sent" || contract.remindedAt) return NOT_DUE
      const { sentAt, dueAt } = contract
      const reminder = sentAt && dueAt && contractReminderDue(sentAt, dueAt)
      if (!reminder || reminder > at || dueAt <= at) return NOT_DUE
      await tx.update(contracts).set({ remindedAt: at }).where(eq(contracts.id, id))
      // Needs a new link, because secrets are not stored (D56).
      const link = await createBookingLink(tx, { booking, purpose: "sign", at })
      const extra = { signingUrl: signingUrl(link.secret), signBy: dueAt }
      const mailId = customerMailId(
        await orderBookingMail(tx, { kind: "contract-reminder", bookingId: booking.id, extra, at }),
      )
      await addEvidence(tx, id, { kind: "reminded", details: { linkId: link.id, mailId } }, at)
      return "reminded"
    })
  },
}
