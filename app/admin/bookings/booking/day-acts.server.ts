import { z } from "zod"
import type { Administrator } from "../../../../domain/accounts/party.ts"
import {
  type BookingHours,
  type TimeWindow,
  type WindowProblem,
  isClockTime,
  readWindow,
  windowLabel,
} from "../../../../domain/booking/hours.ts"
import type { BookingId } from "../../../../domain/id.ts"
import { agoLabel } from "../../../../isomorphic/text/relative-time.ts"
import { type HoursProblem, setHours } from "../../../../server/bookings/hours.ts"
import { type CheckedForm, act } from "../../../http/forms.server.ts"
import { type StaleView, choicesIn } from "../../kit/edit-refusal.ts"
import { redirectWith } from "../../kit/flash.server.ts"

const Hours = z.object({
  "depart-de": z.string().default(""),
  "depart-a": z.string().default(""),
  "retour-de": z.string().default(""),
  "retour-a": z.string().default(""),
  /** The hours that the form was opened on, and those of somebody else that were read since, as JSON. */
  vu: z.string().default(""),
  lu: z.string().default(""),
})

const windowProblems: Record<WindowProblem, string> = {
  "not-a-time": "Indiquez une heure, par exemple 09:30.",
  incomplete: "Indiquez les deux heures, ou aucune.",
  backwards: "La fin ne peut pas venir avant le début.",
}

const time = z.string().refine(isClockTime)
const shownWindow = z.object({ from: time, to: time }).nullable()
const Shown = z.object({ out: shownWindow, back: shownWindow })

function readHours(text: string): BookingHours | null {
  try {
    return Shown.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** 409: whose hours each half gets that both changed is asked beside the button. */
function refuseStale(
  form: CheckedForm,
  { by, at, stored, fields }: Extract<HoursProblem, { kind: "stale" }>,
  mine: BookingHours,
  now: Date,
) {
  const label = (window: TimeWindow | null) => (window ? windowLabel(window) : "")
  const changed = fields.map((half) => ({
    name: half,
    label: { out: "Au départ", back: "Au retour" }[half],
    stored: label(stored[half]),
    mine: label(mine[half]),
  }))
  const stale: StaleView = { by, when: at ? agoLabel(at, now) : "", thing: "hours", changed }
  return form.refuseWith({ stale }, {}, { status: 409, values: { lu: JSON.stringify(stored) } })
}

/** What the owner does on a booking's page about its day. */
export function dayActs(actor: Administrator, { bookingId, done }: { bookingId: BookingId; done: string }, now: Date) {
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
        const opened = {
          seen: readHours(typed.vu),
          read: readHours(typed.lu),
          choices: choicesIn(form.fields),
        }
        const set = await setHours(actor, bookingId, hours, now, opened)
        if (!set.ok && set.error.kind === "stale") return refuseStale(form, set.error, hours, now)
        if (!set.ok)
          return redirectWith(
            {
              kind: "error",
              title: "Les horaires n’ont pas été enregistrés",
              text: "Cette réservation est annulée, refusée, ou n’existe plus.",
            },
            done,
          )
        return redirectWith(
          {
            kind: "success",
            title: "Horaires enregistrés",
            text: set.value.mailGone
              ? "L’e-mail de la veille est déjà parti\u00a0: prévenez le client."
              : "Le client les lit sur la page de sa réservation et dans l’e-mail de la veille.",
          },
          done,
        )
      },
      { log: "Error setting hours", failed: "Les horaires n’ont pas pu être enregistrés. Réessayez dans un instant." },
    ),
  }
}
