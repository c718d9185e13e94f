import { sql } from "drizzle-orm"
import { addDays, dayInParis } from "../../../domain/day.ts"
import { preparationAdvice } from "../../../domain/booking/preparation-advice.ts"
import { transaction } from "../../platform/database.server.ts"
import { readFinanceSettings, warehouseLine } from "../../shop/settings/queries.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { hoursSentences, noHours } from "../../../domain/booking/hours.ts"
import { withRentals } from "../../booking-record/rentals.ts"
import { readHours } from "../../booking-record/hours.ts"
import { readVenues } from "../../bookings/venue.ts"
import { NOT_DUE, type Sweep, isHourReached, acceptsMail, recordNoticeOnce } from "../../platform/queue/sweep.ts"
import { lockBooking } from "../../booking-record/lock-booking.ts"

const VENUE_REQUEST =
  "Décrivez-nous le lieu sur la page de votre réservation\u00a0: prise, place au sol, accès, et qui appeler sur place."

const FROM_HOUR = 9

const isNotAwaitingSignature = sql`not exists (
  select from contracts where booking_id = booking.id and contracts.status in ('prepared', 'sent')
    and not exists (select from contracts signed where signed.booking_id = booking.id and signed.status = 'signed'))`

export const tellDayBefore: Sweep = {
  schedule: "5,35 9-20 * * *",
  description: "Writes to whoever rents from tomorrow on: where, when and what to prepare.",
  lateAfterMinutes: 120,
  due: (at) => sql`
    select id from bookings booking
    where status = 'confirmed' and not is_example and ${acceptsMail("mail_day_before")} and first_day = ${addDays(dayInParis(at), 1)} and ${isHourReached(at, FROM_HOUR)}
      and ${isNotAwaitingSignature}
      and not exists (select from booking_notices where booking_id = booking.id and kind = 'day-before' and about = first_day::text)`,
  async run(id, at) {
    return transaction(async (tx) => {
      const booking = await lockBooking(tx, id)
      if (booking?.status !== "confirmed" || booking.firstDay !== addDays(dayInParis(at), 1)) return NOT_DUE
      if (!(await recordNoticeOnce(tx, { bookingId: id, kind: "day-before", about: booking.firstDay, at })))
        return NOT_DUE
      const advice = preparationAdvice(booking, warehouseLine(await readFinanceSettings(tx)))
      const agreedHours = (await readHours([booking.id], tx)).get(booking.id) ?? noHours
      const hours = hoursSentences(agreedHours, await withRentals(booking, tx)).join("\u00a0; ") || null
      const isVenueDescribed = (await readVenues([booking.id], tx)).has(booking.id)
      const venueRequest = booking.isDelivery && !isVenueDescribed ? [VENUE_REQUEST] : []
      await orderBookingMail(tx, {
        kind: "day-before",
        bookingId: id,
        extra: { hours, prepare: [...advice, ...venueRequest] },
        at,
      })
      return "told"
    })
  },
}
