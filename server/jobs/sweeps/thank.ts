import { sql } from "drizzle-orm"
import { addDays, dayInParis } from "../../../domain/day.ts"
import { readSiteConfig } from "../../shop/content/site.ts"
import { transaction } from "../../platform/database.server.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { NOT_DUE, type Sweep, isHourReached, acceptsMail, recordNoticeOnce } from "../../platform/queue/sweep.ts"
import { lockBooking } from "../../booking-record/lock-booking.ts"

const FROM_HOUR = 10
const MAX_DAYS_LATE = 7

export const thank: Sweep = {
  schedule: "15 10-20 * * *",
  description: "Thanks whoever brought the machine back yesterday, with the link to leave a review.",
  lateAfterMinutes: 180,
  due: (at) => {
    const today = dayInParis(at)
    return sql`
      select id from bookings booking
      where status = 'confirmed' and not is_example and ${acceptsMail("mail_thanks")} and returns_on between ${addDays(today, -MAX_DAYS_LATE)} and ${addDays(today, -1)}
        and ${isHourReached(at, FROM_HOUR)}
        and not exists (select from booking_notices where booking_id = booking.id and kind = 'thanks' and about = returns_on::text)`
  },
  async run(id, at) {
    return transaction(async (tx) => {
      const booking = await lockBooking(tx, id)
      if (booking?.status !== "confirmed" || booking.returnsOn >= dayInParis(at)) return NOT_DUE
      if (!(await recordNoticeOnce(tx, { bookingId: id, kind: "thanks", about: booking.returnsOn, at }))) return NOT_DUE
      const { googleBusinessId } = await readSiteConfig(tx)
      await orderBookingMail(tx, {
        kind: "thanks",
        bookingId: id,
        extra: { reviewUrl: googleBusinessId && googleReviewUrl(googleBusinessId) },
        at,
      })
      return "thanked"
    })
  },
}

function googleReviewUrl(placeId: string): string {
  return `https://search.google.com/local/writereview?placeid=${encodeURIComponent(placeId)}`
}
