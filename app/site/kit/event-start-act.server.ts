import { redirect } from "react-router"
import { z } from "zod"
import { ownAccountParty } from "../../../domain/accounts/party.ts"
import { readClockTime } from "../../../domain/clock.ts"
import type { Booking } from "../../../server/booking-record/booking.ts"
import { readBookingAccount } from "../../../server/bookings/booking-page.ts"
import { tellEventStart } from "../../../server/bookings/event-start.ts"
import { EVENT_START_FIELD } from "../../http/event-start.ts"
import { act } from "../../http/forms.server.ts"

/** `findBooking` gives null where the form no longer applies. */
export function eventStartAct(findBooking: () => Promise<Booking | null>, redirectTo: string) {
  return act(
    z.object({
      [EVENT_START_FIELD]: z
        .string()
        .default("")
        .transform((text, context) => {
          if (text === "") return null
          const time = readClockTime(text)
          if (time) return time
          context.addIssue({ code: "custom", message: "Indiquez une heure, par exemple 18\u00a0h\u00a030." })
          return z.NEVER
        }),
    }),
    async ({ [EVENT_START_FIELD]: startsAt }, form) => {
      const booking = await findBooking()
      const party = booking && ownAccountParty(await readBookingAccount(booking))
      const saved = party && (await tellEventStart({ party, bookingId: booking.id, startsAt }))
      if (saved?.ok) return redirect(redirectTo, 303)
      return form.refuse({ form: "Cette réservation n’attend plus cette réponse." }, { status: 409 })
    },
    { log: "Error saving an event's start", failed: "L’heure n’a pas pu être enregistrée. Réessayez dans un instant." },
  )
}
