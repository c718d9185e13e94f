import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import { type BookingHours, type WindowProblem, readWindow, windowLabel } from "../../../../domain/booking/hours.ts"
import type { BookingId } from "../../../../domain/id.ts"
import { setHours, readStoredHours } from "../../../../server/booking-record/hours.ts"
import { act } from "../../../http/forms.server.ts"
import { parseLoadedForm, refuseStale } from "../../kit/edits.server.ts"
import { conflictText } from "../../kit/booking/conflict-text.ts"
import { redirectWith } from "../../kit/flash.server.ts"

const Hours = z.object({
  "depart-de": z.string().default(""),
  "depart-a": z.string().default(""),
  "retour-de": z.string().default(""),
  "retour-a": z.string().default(""),
})

const windowProblems: Record<WindowProblem, string> = {
  "not-a-time": "Indiquez une heure, par exemple 9\u00a0h\u00a030.",
  incomplete: "Indiquez les deux heures, ou aucune.",
  backwards: "La fin ne peut pas venir avant le début.",
}

const hourLabels = ({ out, back }: BookingHours) => ({ out: out && windowLabel(out), back: back && windowLabel(back) })

export function dayActs(actor: Staff, { bookingId, pageHref }: { bookingId: BookingId; pageHref: string }, now: Date) {
  return {
    horaires: act(
      Hours,
      async (typed, form) => {
        const out = readWindow(typed["depart-de"], typed["depart-a"])
        const back = readWindow(typed["retour-de"], typed["retour-a"])
        if (!out.ok || !back.ok)
          return form.refuse({
            ...(out.ok ? {} : { "depart-a": windowProblems[out.error] }),
            ...(back.ok ? {} : { "retour-a": windowProblems[back.error] }),
          })
        const hours = { out: out.value, back: back.value }
        const saved = await setHours({ actor, bookingId, typed: hours, at: now, loaded: parseLoadedForm(form) })
        if (!saved.ok && saved.error.kind === "stale")
          return refuseStale(form, saved.error, {
            thing: "hours",
            labels: { out: "Au départ", back: "Au retour" },
            mine: hourLabels(hours),
            stored: hourLabels(await readStoredHours(bookingId)),
          })
        if (!saved.ok && saved.error.kind === "in-the-way") {
          const { conflict } = saved.error
          return form.refuse(
            { [conflict.leg === "out" ? "depart-a" : "retour-a"]: conflictText(conflict) },
            { status: 409 },
          )
        }
        if (!saved.ok)
          return redirectWith(
            {
              kind: "error",
              title: "Les horaires n’ont pas été enregistrés",
              text: "Cette réservation est annulée, refusée, ou n’existe plus.",
            },
            pageHref,
          )
        return redirectWith(
          {
            kind: "success",
            title: "Horaires enregistrés",
            text: [
              saved.value.wasMailSent
                ? "L’e-mail de la veille est déjà parti\u00a0: prévenez le client."
                : "Le client les lit sur la page de sa réservation et dans l’e-mail de la veille.",
              ...(saved.value.areShiftsWithdrawn ? ["Confiez à nouveau les missions qui changent d’heure."] : []),
            ].join(" "),
          },
          pageHref,
        )
      },
      { log: "Error setting hours", failed: "Les horaires n’ont pas pu être enregistrés. Réessayez dans un instant." },
    ),
  }
}
