import { data } from "react-router"
import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import { type StopId, isStopId } from "../../../../domain/booking/route.ts"
import { stepLabel, stopSteps } from "../../../../domain/booking/stop-times.ts"
import { hourInLabel, isClockTime } from "../../../../domain/clock.ts"
import { dayWithWeekday } from "../../../../domain/day-labels.ts"
import type { Day } from "../../../../domain/day.ts"
import type { BookingId } from "../../../../domain/id.ts"
import type { Leg } from "../../../../domain/booking/route.ts"
import { tickLoadedItem } from "../../../../server/bookings/loading.ts"
import { markStop, unmarkStop } from "../../../../server/bookings/mark-stop.ts"
import { idField } from "../../../http/form-fields.ts"
import { act } from "../../../http/forms.server.ts"
import { daySheetHref } from "../../kit/booking/bookings-url.ts"
import { conflictText } from "../../kit/booking/conflict-text.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import type { PressNoted } from "../../kit/stop-presses.tsx"

const Stop = z.object({ id: z.string().refine(isStopId), etape: z.enum(stopSteps) })

const Mark = Stop.extend({
  /** Empty without a script. Otherwise the page answers in place, as it may be another one. */
  presse: z.iso.datetime().or(z.literal("")).default(""),
  arrivee: z.string().trim().default(""),
})

const Tick = z.object({
  reservation: idField,
  article: z.string().min(1).max(100),
  coche: z.enum(["oui", "non"]),
})

const failure = {
  log: "Error marking a stop",
  failed: "L’étape n’a pas pu être enregistrée. Réessayez dans un instant.",
}
const goneText = "La réservation a changé entre-temps. Rien n’est noté."

export function stopActs(actor: Staff, day: Day) {
  const dayHref = daySheetHref(day)
  return {
    marquer: act(
      Mark,
      async ({ id, etape: step, presse, arrivee }, form) => {
        if (arrivee !== "" && !isClockTime(arrivee)) return form.refuse({ arrivee: "Indiquez une heure, ou aucune." })
        const stop = stopKey(id, day)
        const marked = await markStop({
          actor,
          stop,
          step,
          ...(presse !== "" && { pressedAt: new Date(presse) }),
          arrivesAt: arrivee === "" ? null : (arrivee as `${number}:${number}`),
        })
        if (marked.ok) {
          const { isRepeated, isCustomerTold } = marked.value
          const noted: PressNoted = {
            kind: "success",
            title: isRepeated ? "C’est déjà noté" : "C’est noté",
            ...(isCustomerTold && {
              text: `Le client reçoit «\u00a0Nous arrivons vers ${hourInLabel(arrivee)}\u00a0».`,
            }),
          }
          return presse === "" ? redirectWith(noted, dayHref) : data(noted)
        }
        switch (marked.error.kind) {
          case "arrival-past":
            return form.refuse({ arrivee: "Cette heure est passée. Corrigez-la, ou videz-la." })
          case "too-early":
            return form.refuse({ form: `Cet arrêt est prévu ${dayWithWeekday(day)}.` }, { status: 409 })
          case "gone":
            return form.refuse({ form: goneText }, { status: 409 })
        }
      },
      {
        ...failure,
        // A press that was not read is kept and sent again, as without network.
        refused: (refusal, init) =>
          init.status >= 500 && refusal.values["presse"] ? data(null, init) : data(refusal, init),
      },
    ),
    retirer: act(
      Stop,
      async ({ id, etape: step }, form) => {
        const stop = stopKey(id, day)
        const taken = await unmarkStop({ actor, stop, step })
        if (taken.ok) return redirectWith({ kind: "success", title: "L’étape est retirée" }, dayHref)
        switch (taken.error.kind) {
          case "later-step":
            return form.refuse({ form: "Retirez d’abord l’étape suivante." }, { status: 409 })
          case "taken":
            return form.refuse(
              {
                form: `«\u00a0${stepLabel(step, { leg: stop.leg, isDelivery: true })}\u00a0» reste. ${conflictText(taken.error.conflict)}`,
              },
              { status: 409 },
            )
          case "gone":
            return form.refuse({ form: goneText }, { status: 409 })
        }
      },
      failure,
    ),
    cocher: act(
      Tick,
      async ({ reservation: bookingId, article: item, coche }, form) => {
        const ticked = await tickLoadedItem({
          actor,
          day,
          bookingId,
          item,
          isLoaded: coche === "oui",
        })
        return ticked.ok ? data(null) : form.refuse({ form: goneText }, { status: 409 })
      },
      { log: "Error ticking a loading list", failed: "La case n’a pas pu être cochée. Réessayez dans un instant." },
    ),
  }
}

function stopKey(id: StopId, day: Day): { bookingId: BookingId; leg: Leg; day: Day } {
  const [bookingId = "", leg] = id.split(":")
  return { bookingId: bookingId as BookingId, leg: leg === "back" ? "back" : "out", day }
}
