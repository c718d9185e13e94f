import { eq, sql } from "drizzle-orm"
import { addDays, dayInParis } from "../../../domain/day.ts"
import { readSiteConfig } from "../../shop/content/site.ts"
import { transaction } from "../../platform/database.server.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { NOT_DUE, type Sweep, fromHour, isWanted, noteOnce } from "../../platform/queue/sweep.ts"

const FROM_HOUR = 10
/** Thanks that come later than that would surprise. */
const WITHIN_DAYS = 7

export const thank: Sweep = {
  schedule: "15 10-20 * * *",
  description: "Thanks whoever brought the machine back yesterday, with the link to leave a review.",
  lateAfterMinutes: 180,
  due: (at) => {
    const today = dayInParis(at)
    return sql`
      select id from bookings booking
      where status = 'confirmed' and not is_example and ${isWanted("mail_thanks")} and last_day between ${addDays(today, -WITHIN_DAYS)} and ${addDays(today, -1)}
        and ${fromHour(at, FROM_HOUR)}
        and not exists (select from booking_notices where booking_id = booking.id and kind = 'thanks' and about = last_day::text)`
  },
  async run(id, at) {
    return transaction(async (tx) => {
      const [booking] = await tx.select().from(bookings).where(eq(bookings.id, id)).for("update")
      if (booking?.status !== "confirmed" || booking.lastDay >= dayInParis(at)) return NOT_DUE
      if (!(await noteOnce(tx, id, "thanks", booking.lastDay, at))) return NOT_DUE
      const { googleBusinessId } = await readSiteConfig(tx)
      await orderBookingMail(tx, {
        kind: "thanks",
        bookingId: id,
        extra: { reviewUrl: googleBusinessId && reviewUrlOf(googleBusinessId) },
        at,
      })
      return "thanked"
    })
  },
}

/** Where Google takes a review of a place. */
function reviewUrlOf(placeId: string): string {
  return `https://search.google.com/local/writereview?placeid=${encodeURIComponent(placeId)}`
}
