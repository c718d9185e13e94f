import { sql } from "drizzle-orm"
import { effectiveStatus } from "../../../domain/booking/status.ts"
import { transaction } from "../../platform/database.server.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { NOT_DUE, type Sweep, instant, recordNoticeOnce } from "../../platform/queue/sweep.ts"
import { lockBooking } from "../../booking-record/lock-booking.ts"

/** Must equal `requestedAt.toISOString()`. */
const requestedAtText = sql.raw(`to_char(requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

export const tellWaiting: Sweep = {
  schedule: "*/10 * * * *",
  description: "Writes to the owner of each request that has waited for a day.",
  lateAfterMinutes: 30,
  due: (at) => sql`
    select id from bookings booking
    where status = 'pending' and answer_due_at <= ${instant(at)} and (expires_at is null or expires_at > ${instant(at)})
      and not exists (select from booking_notices where booking_id = booking.id and kind = 'waiting' and about = ${requestedAtText})`,
  async run(id, at) {
    return transaction(async (tx) => {
      const booking = await lockBooking(tx, id)
      if (!booking || effectiveStatus(booking, at) !== "pending" || booking.answerDueAt > at) return NOT_DUE
      if (
        !(await recordNoticeOnce(tx, { bookingId: id, kind: "waiting", about: booking.requestedAt.toISOString(), at }))
      )
        return NOT_DUE
      await orderBookingMail(tx, { kind: "waiting", bookingId: id, extra: { since: booking.requestedAt }, at })
      return "told"
    })
  },
}
