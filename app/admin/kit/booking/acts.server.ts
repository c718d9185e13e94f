import { z } from "zod"
import { bookingStatuses } from "../../../../domain/booking/status.ts"
import { daysLong } from "../../../../domain/day-words.ts"
import { type Day, dayInParis, isDay, sortedDays } from "../../../../domain/day.ts"
import type { Result } from "../../../../domain/result.ts"
import { blockDays, closeFreeDays, openDays } from "../../../../server/availability/block.ts"
import type { Administrator } from "../../../../domain/accounts/party.ts"
import {
  type AnswerProblem,
  type MovedBooking,
  cancelBooking,
  confirmBooking,
  refuseBooking,
  restoreBooking,
} from "../../../../server/bookings/answer.ts"
import { addNote } from "../../../../server/bookings/notes.ts"
import { setDistance } from "../../../../server/bookings/set-distance.ts"
import { allProducts } from "../../../../server/catalog/queries.ts"
import { log } from "../../../../server/log.ts"
import { type BookingsUrl, MOST_DAYS } from "./bookings-url.ts"
import { CALCULATE, SAVE } from "./edit-intents.ts"
import type { Flash } from "../flash.ts"
import type { FormErrors } from "../../../http/forms.ts"
import { undoable } from "../flash.server.ts"
import { bookedWords } from "./booked-words.server.ts"
import { answerProblemWords, distanceProblemWords } from "./answer-words.server.ts"

const LONGEST_REASON = 500

/** Every form of the screen; which fields matter depends on the intent. */
export const bookingsForm = z.object({
  intent: z.enum([
    "confirmer",
    "refuser",
    "annuler",
    "remettre",
    "noter",
    "distance",
    "bloquer",
    "bloquer-libre",
    "liberer",
    CALCULATE,
    SAVE,
  ]),
  reservation: z.guid().optional(),
  /** The status that the person saw. */
  statut: z.enum(bookingStatuses).optional(),
  motif: z
    .string()
    .trim()
    .max(LONGEST_REASON, `Le motif ne peut pas dépasser ${LONGEST_REASON} caractères.`)
    .optional(),
  distance: z.string().trim().optional(),
  /** The distance that the person saw; empty when it was to be confirmed. */
  "distance-vue": z.string().optional(),
  note: z.string().trim().max(2000, "Une note ne peut pas dépasser 2000 caractères.").optional(),
  /** Made with the form: the same note twice is written once. */
  cle: z.guid().optional(),
  produit: z.guid().optional(),
  jours: z.array(z.string().refine(isDay)).max(MOST_DAYS),
})

export type BookingsForm = z.output<typeof bookingsForm>

/** What comes of a form: a message and what the address becomes, or what is wrong with a field. */
export type Outcome = { flash: Flash; changes: Partial<BookingsUrl> } | { errors: FormErrors; status?: 409 }

const incomplete: Outcome = {
  errors: { form: "La demande est incomplète\u00a0: rien n’a été enregistré. Rechargez la page, puis réessayez." },
}

export async function act(actor: Administrator, form: BookingsForm, now: Date): Promise<Outcome> {
  switch (form.intent) {
    case CALCULATE:
    case SAVE:
      // The forms that change a booking come back whole: see booking-edit.ts.
      return incomplete
    case "confirmer":
    case "refuser":
    case "annuler":
    case "remettre":
      return orSay(
        answer(actor, form, now),
        "Error updating booking status",
        "La réservation n’a pas pu être mise à jour",
      )
    case "distance":
      return orSay(
        enterDistance(actor, form, now),
        "Error updating booking distance",
        "La distance n’a pas pu être enregistrée",
      )
    case "noter":
      return orSay(note(actor, form, now), "Error saving booking note", "La note n’a pas pu être enregistrée")
    case "bloquer":
    case "bloquer-libre":
    case "liberer":
      return orSay(
        changeDays(actor, form, now),
        "Error updating availability",
        "Les disponibilités n’ont pas pu être mises à jour",
      )
  }
}

/** What nobody expected is logged in English and told in French (D20); the dialog that was open stays open. */
async function orSay(outcome: Promise<Outcome>, message: string, title: string): Promise<Outcome> {
  try {
    return await outcome
  } catch (error) {
    log.error(message, { error })
    return {
      flash: { kind: "error", title, text: "Réessayez dans un instant\u00a0: la page montre ce qui est enregistré." },
      changes: {},
    }
  }
}

async function answer(
  actor: Administrator,
  { intent, reservation, statut, motif }: BookingsForm,
  now: Date,
): Promise<Outcome> {
  if (!reservation) return incomplete
  if (intent === "remettre") {
    if (statut !== "refused" && statut !== "cancelled") return incomplete
    return answered(await restoreBooking(actor, reservation, statut, now), "Réservation remise en attente", now)
  }
  if (intent === "annuler") {
    if (statut !== "pending" && statut !== "confirmed") return incomplete
    return answered(await cancelBooking(actor, reservation, statut, motif, now), "Réservation annulée", now)
  }
  if (statut !== "pending") return incomplete
  if (intent === "confirmer")
    return answered(await confirmBooking(actor, reservation, now), "Réservation confirmée", now)
  return answered(await refuseBooking(actor, reservation, motif, now), "Réservation refusée", now)
}

function answered(result: Result<MovedBooking, AnswerProblem>, title: string, now: Date): Outcome {
  const changes = { refusing: null, cancelling: null }
  if (!result.ok) return { flash: answerProblemWords(result.error, now), changes }
  const { number, dates, status, eventId } = result.value
  const text = `N°\u00a0${number}, ${daysLong(dates)}`
  if (status === "pending") return { flash: { kind: "success", title, text }, changes }
  return { flash: { kind: "success", title, ...undoable(`booking.${status}`, eventId, `${text}.`) }, changes }
}

async function note(
  actor: Administrator,
  { reservation, note: body = "", cle }: BookingsForm,
  now: Date,
): Promise<Outcome> {
  if (!reservation || !cle) return incomplete
  if (body === "") return { errors: { note: "Écrivez quelque chose avant d’ajouter la note." } }
  const added = await addNote(actor, reservation, { id: cle, body }, now)
  if (!added.ok)
    return {
      flash: { kind: "error", title: "Cette réservation n’existe pas", text: "La note n’a pas été ajoutée." },
      changes: {},
    }
  return { flash: { kind: "success", title: "Note ajoutée" }, changes: {} }
}

async function enterDistance(actor: Administrator, form: BookingsForm, now: Date): Promise<Outcome> {
  const { reservation, distance = "", "distance-vue": seen = "" } = form
  if (!reservation || !/^\d*$/.test(seen)) return incomplete
  const distanceKm = wholeKilometres(distance)
  if (distanceKm === null) return { errors: { distance: "Indiquez un nombre entier de kilomètres, par exemple 24." } }
  const set = await setDistance(actor, reservation, { distanceKm, seenKm: seen === "" ? null : Number(seen) }, now)
  if (set.ok) {
    const text = `N°\u00a0${set.value.number}, ${distanceKm}\u00a0km aller-retour`
    return { flash: { kind: "success", title: "Distance enregistrée", text }, changes: {} }
  }
  if (set.error.kind === "not-a-distance")
    return { errors: { distance: "Cette distance dépasse le tour de la Terre." } }
  return { flash: distanceProblemWords(set.error, now), changes: {} }
}

/** 24 from "24" or "24 km"; null for anything else. */
function wholeKilometres(text: string): number | null {
  const match = /^(\d{1,6})(\s*km)?$/i.exec(text)
  return match ? Number(match[1]) : null
}

async function changeDays(
  actor: Administrator,
  { intent, produit, jours, motif }: BookingsForm,
  now: Date,
): Promise<Outcome> {
  const today = dayInParis(now)
  const days = sortedDays(jours).filter((day) => day >= today)
  if (!produit) return incomplete
  if (days.length === 0) return { errors: { form: "Choisissez au moins un jour à partir d’aujourd’hui." } }
  if (!(await allProducts()).some(({ id }) => id === produit)) {
    const flash: Flash = { kind: "error", title: "Ce produit n’existe plus", text: "Rien n’a été changé." }
    return { flash, changes: { days: [], bulk: null, day: null } }
  }
  const request = { productId: produit, days, ...(motif ? { reason: motif } : {}) }
  if (intent === "liberer") return changed(await openDays(actor, request, now), days, "availability.opened")
  if (intent === "bloquer-libre") return changed(await blockDays(actor, request, now), days, "availability.blocked")
  const closed = await closeFreeDays(actor, { ...request, productIds: [produit] }, now)
  if (closed.ok) return changed(closed.value.eventId, days, "availability.blocked")
  return closed.error.kind === "booked"
    ? { errors: { form: bookedWords(closed.error.bookings) }, status: 409 }
    : incomplete
}

function changed(
  event: number | null,
  days: readonly Day[],
  act: "availability.blocked" | "availability.opened",
): Outcome {
  const { title, text } = changedWords(days, act === "availability.blocked" ? "bloqué" : "libéré")
  const undo = undoable(act, event, `${text}.`)
  // The selection has done its work (specification, section 4).
  return { flash: { kind: "success", title, ...undo }, changes: { days: [], bulk: null } }
}

function changedWords(days: readonly Day[], participle: string): { title: string; text: string } {
  const title = days.length > 1 ? `${days.length} jours ${participle}s` : `Jour ${participle}`
  return { title, text: daysLong(days) }
}
