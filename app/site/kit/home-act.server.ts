import { z } from "zod"
import type { BookingAddress, PostalAddress } from "../../../domain/booking/booking.ts"
import { ticked } from "../../http/form-fields.ts"
import { act, checkForm } from "../../http/forms.server.ts"
import { HomeForm } from "../../kit/account-forms.server.ts"
import { SAME_PLACE } from "../../http/home-tick.ts"

const failure = {
  log: "Error saving a home",
  failed: "L’adresse n’a pas pu être enregistrée. Réessayez dans un instant.",
}

/** `findBooking` gives null where the form no longer applies. */
export function homeAct<Booking extends { address: BookingAddress }, Answer>(
  findBooking: () => Promise<Booking | null>,
  save: (home: PostalAddress, booking: Booking) => Promise<Answer>,
) {
  return act(
    z.object({ [SAME_PLACE]: ticked }),
    async ({ [SAME_PLACE]: isSame }, form) => {
      const booking = await findBooking()
      if (!booking)
        return form.refuse({ form: "Ce lien ne sert plus. Connectez-vous à votre compte." }, { status: 409 })
      if (isSame) return save(booking.address, booking)
      const typed = checkForm(form, HomeForm)
      return typed.ok ? save(typed.value, booking) : form.refuse(typed.refusal.errors)
    },
    failure,
  )
}
