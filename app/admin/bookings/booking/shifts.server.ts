import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import { type PlannedShift, shiftKinds, shiftLabels, shiftTimesLabel } from "../../../../domain/booking/shift.ts"
import { type ClockTime, isClockTime, instantInParis, timeInParis } from "../../../../domain/clock.ts"
import { type Day, addDays, dayInParis, isDay } from "../../../../domain/day.ts"
import { type BookingId, isId } from "../../../../domain/id.ts"
import {
  type AssignProblem,
  type Busy,
  assignShift,
  listStaffMembers,
  removeShift,
} from "../../../../server/bookings/shifts/assign-shift.ts"
import { type Shift, listShifts } from "../../../../server/booking-record/shifts.ts"
import { readPlannedShifts } from "../../../../server/bookings/shifts/plan-shifts.ts"
import { idField, ticked } from "../../../http/form-fields.ts"
import { act } from "../../../http/forms.server.ts"
import { canDeliverMail } from "../../../../server/outside/mails/ledger.ts"
import { mailLabel } from "../../kit/mail-labels.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import type { ShiftView, ShiftsView } from "./view.ts"

type ShiftedBooking = Omit<Parameters<typeof readPlannedShifts>[0], "eventStartsAt"> & {
  id: BookingId
  eventStart: { startsAt: ClockTime | null } | null
}

/** null in a shop where one person does everything. */
export async function readShiftsView(booking: ShiftedBooking, today: Day): Promise<ShiftsView | null> {
  const people = await listStaffMembers()
  if (people.length < 2) return null
  const [assigned, planned] = await Promise.all([
    listShifts({ bookings: [booking.id] }),
    readPlannedShifts({ ...booking, eventStartsAt: booking.eventStart?.startsAt ?? null }),
  ])
  const missing = planned.filter(({ kind }) => !assigned.some((shift) => shift.kind === kind))
  const shifts = [...assigned, ...missing].toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  return { people, shifts: shifts.map((shift) => shiftView(shift, today)) }
}

function shiftView(shift: Shift | PlannedShift, today: Day): ShiftView {
  const { kind, startsAt, endsAt } = shift
  const times = shiftTimesLabel(shift, today)
  const fields = { day: dayInParis(startsAt), from: timeInParis(startsAt), until: timeInParis(endsAt) }
  if (!("id" in shift)) return { target: kind, kind, times, fields, person: null }
  const { id, personId, personName: name, answer } = shift
  return { target: id, kind, times, fields, person: { id: personId, name, answer } }
}

const noPerson = "Choisissez une personne."
const noTime = "Indiquez une heure, par exemple 14\u00a0h\u00a030."
const clock = z.string({ error: noTime }).refine(isClockTime, noTime)

const Assignment = z.object({
  mission: z.enum(shiftKinds),
  remplace: z.string().default(""),
  personne: z.string({ error: noPerson }).refine(isId, noPerson),
  jour: z.string({ error: "Indiquez le jour." }).refine(isDay, "Indiquez le jour."),
  de: clock,
  a: clock,
  "quand-meme": ticked,
})

export function shiftActs(
  actor: Staff,
  { bookingId, pageHref }: { bookingId: BookingId; pageHref: string },
  now: Date,
) {
  return {
    confier: act(
      Assignment,
      async ({ mission, remplace, personne, jour, de, a, ...confirmed }, form) => {
        const startsAt = instantInParis(jour, de)
        // An evening that ends after midnight ends on the next day.
        const endsAt = instantInParis(a > de ? jour : addDays(jour, 1), a)
        const assigned = await assignShift({
          actor,
          shift: isId(remplace) ? remplace : null,
          assigned: { bookingId, kind: mission, personId: personne, startsAt, endsAt },
          insists: confirmed["quand-meme"],
          at: now,
        })
        if (!assigned.ok) {
          const { error } = assigned
          return error.kind === "busy"
            ? form.refuse({ "quand-meme": error.reasons.map(busyText).join(" ") }, { status: 409 })
            : redirectWith({ kind: "error", ...problemTexts[error.kind] }, pageHref)
        }
        const { personName, personId } = assigned.value
        const text =
          personId === actor.id ? "Elle est acceptée." : mailLabel("la proposition", personName, canDeliverMail())
        return redirectWith({ kind: "success", title: `${shiftLabels[mission]} confiée`, text }, pageHref)
      },
      { log: "Error assigning a shift", failed: "La mission n’a pas pu être confiée. Réessayez dans un instant." },
    ),
    "retirer-mission": act(
      z.object({ cible: idField }),
      async ({ cible }) => {
        const isRemoved = await removeShift({ actor, bookingId, id: cible, at: now })
        const title = isRemoved ? "La mission est retirée" : "Cette mission n’existe plus"
        return redirectWith({ kind: isRemoved ? "success" : "error", title }, pageHref)
      },
      { log: "Error removing a shift", failed: "La mission n’a pas pu être retirée. Réessayez dans un instant." },
    ),
  }
}

function busyText(busy: Busy): string {
  return busy.kind === "day-off"
    ? "Cette personne est en congé ce jour-là."
    : `Cette personne a déjà une mission, n°\u00a0${busy.number}, ${busy.times}.`
}

const problemTexts: Record<Exclude<AssignProblem["kind"], "busy">, { title: string; text: string }> = {
  "not-found": { title: "Cette réservation n’existe plus", text: "Rien n’a été changé." },
  "not-confirmed": { title: "Cette réservation n’est plus confirmée", text: "Rien n’a été changé." },
  changed: { title: "Cette mission vient de changer", text: "Vérifiez à qui elle est confiée." },
  "no-such-person": { title: "Cette personne n’est plus de l’équipe", text: "Rien n’a été changé." },
}
