import type { Staff } from "../../../../domain/accounts/party.ts"
import { z } from "zod"
import { daysLong } from "../../../../domain/day-labels.ts"
import { dayInParis, isDay, sortedDays } from "../../../../domain/day.ts"
import { blockDays, closeFreeDays, openDays } from "../../../../server/availability/block.ts"
import { previewClosing } from "../../../../server/availability/booked-days.ts"
import { readProductChoice } from "../../../../server/catalog/queries.ts"
import { idField, list } from "../../../http/form-fields.ts"
import { type CheckedForm, act } from "../../../http/forms.server.ts"
import { answerActs, reason } from "../../kit/booking/acts.server.ts"
import { bookedMessage, daysChangedMessage, stillBookedMessage } from "../../kit/booking/booked-labels.server.ts"
import { type BookingsUrl, CALCULATE, MAX_SELECTED_DAYS, SAVE, bookingsHref } from "../../kit/booking/bookings-url.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import { recordActs } from "../record/acts.server.ts"
import { editAct } from "./edit.server.ts"

const Days = z.object({
  produit: idField,
  jours: list(z.array(z.string().refine(isDay)).max(MAX_SELECTED_DAYS)),
  motif: reason,
})

export function bookingActs(actor: Staff, url: BookingsUrl, now: Date) {
  const hrefWith = (changes: Partial<BookingsUrl> = {}) => bookingsHref(url, changes)
  const answeredHref = hrefWith({ refusing: null })
  const daysFailure = {
    log: "Error updating availability",
    failed: "Les disponibilités n’ont pas pu être mises à jour. Réessayez dans un instant.",
  }
  return {
    ...answerActs(actor, answeredHref, now),
    ...recordActs(actor, { pageHref: answeredHref, dialogHref: hrefWith() }, now),
    bloquer: act(Days, (sent, form) => changeDays("bloquer", sent, form), daysFailure),
    "bloquer-libre": act(Days, (sent, form) => changeDays("bloquer-libre", sent, form), daysFailure),
    liberer: act(Days, (sent, form) => changeDays("liberer", sent, form), daysFailure),
    [CALCULATE]: editAct(actor, url, now),
    [SAVE]: editAct(actor, url, now),
  }

  async function changeDays(
    intent: "bloquer" | "bloquer-libre" | "liberer",
    { produit, jours, motif }: z.output<typeof Days>,
    form: CheckedForm,
  ) {
    const today = dayInParis(now)
    const chosen = sortedDays(jours).filter((day) => day >= today)
    if (chosen.length === 0) return form.refuse({ form: "Choisissez au moins un jour à partir d’aujourd’hui." })
    if (!(await readProductChoice(produit)))
      return redirectWith(
        { kind: "error", title: "Ce produit n’existe plus", text: "Rien n’a été changé." },
        hrefWith({ days: [], bulk: null, day: null }),
      )
    const request = { productId: produit, days: chosen, ...(motif ? { reason: motif } : {}) }
    // Clears the selection (specification, section 4).
    const redirectAfterChange = (eventId: number | null, participle: "bloqué" | "libéré", bookingsNote = "") =>
      redirectWith(
        daysChangedMessage({ eventId, participle, days: chosen, text: daysLong(chosen), bookingsNote }),
        hrefWith({ days: [], bulk: null }),
      )
    if (intent === "liberer") return redirectAfterChange(await openDays(actor, request, now), "libéré")
    if (intent === "bloquer-libre") {
      const event = await blockDays(actor, request, now)
      const { bookings } = await previewClosing([produit], chosen, now)
      return redirectAfterChange(event, "bloqué", stillBookedMessage(bookings))
    }
    const closed = await closeFreeDays(actor, { ...request, productIds: [produit] }, now)
    if (closed.ok) return redirectAfterChange(closed.value.eventId, "bloqué")
    return closed.error.kind === "booked"
      ? form.refuse({ form: bookedMessage(closed.error.bookings) }, { status: 409 })
      : form.refuse({ form: "Choisissez au moins un jour à partir d’aujourd’hui." })
  }
}
