import type { Administrator } from "../../../../domain/accounts/party.ts"
import { z } from "zod"
import { daysLong } from "../../../../domain/day-words.ts"
import { type Day, dayInParis, isDay, sortedDays } from "../../../../domain/day.ts"
import { blockDays, closeFreeDays, openDays } from "../../../../server/availability/block.ts"
import { previewDays } from "../../../../server/availability/booked-days.ts"
import { cancelBooking, restoreBooking } from "../../../../server/bookings/answer.ts"
import { addNote } from "../../../../server/bookings/notes.ts"
import { offerDelivery, setDistance } from "../../../../server/bookings/set-distance.ts"
import { allProducts } from "../../../../server/catalog/queries.ts"
import { list } from "../../../http/form-fields.ts"
import { type CheckedForm, act } from "../../../http/forms.server.ts"
import { answerActs, answered, notAnswered, reason } from "../../kit/booking/acts.server.ts"
import { distanceProblemWords } from "../../kit/booking/answer-words.server.ts"
import { bookedWords, keptWords } from "../../kit/booking/booked-words.server.ts"
import { type BookingsUrl, MAX_SHOWN_DAYS, bookingsHref } from "../../kit/booking/bookings-url.ts"
import { CALCULATE, SAVE } from "../../kit/booking/edit-intents.ts"
import type { Flash } from "../../kit/flash.ts"
import { redirectWith, undoable } from "../../kit/flash.server.ts"
import { editAct } from "./edit.server.ts"

/** `statut` is the status that the person saw. */
const Cancelled = z.object({ reservation: z.guid(), statut: z.enum(["pending", "confirmed"]), motif: reason })
const Restored = z.object({ reservation: z.guid(), statut: z.enum(["refused", "cancelled"]) })

const noNote = "Écrivez quelque chose avant d’ajouter la note."
const Note = z.object({
  reservation: z.guid(),
  /** Made with the form: the same note twice is written once. */
  cle: z.guid(),
  note: z.string({ error: noNote }).trim().min(1, noNote).max(2000, "Une note ne peut pas dépasser 2000 caractères."),
})

const noDistance = "Indiquez un nombre entier de kilomètres, par exemple 24."
const Distance = z.object({
  reservation: z.guid(),
  /** "24" or "24 km". */
  distance: z
    .string({ error: noDistance })
    .trim()
    .regex(/^\d{1,6}(\s*km)?$/i, noDistance)
    .transform((text) => Number.parseInt(text, 10)),
  /** The distance that the person saw; empty when it was to be confirmed. */
  "distance-vue": z
    .string()
    .regex(/^\d*$/)
    .default("")
    .transform((seen) => (seen === "" ? null : Number(seen))),
})

const Days = z.object({
  produit: z.guid(),
  jours: list(z.array(z.string().refine(isDay)).max(MAX_SHOWN_DAYS)),
  motif: reason,
})

/** All that the screen of bookings does. */
export function bookingActs(actor: Administrator, url: BookingsUrl, now: Date) {
  const at = (changes: Partial<BookingsUrl> = {}) => bookingsHref(url, changes)
  const answers = at({ refusing: null, cancelling: null })
  const days = {
    log: "Error updating availability",
    failed: "Les disponibilités n’ont pas pu être mises à jour. Réessayez dans un instant.",
  }
  return {
    ...answerActs(actor, answers, now),
    annuler: act(
      Cancelled,
      async ({ reservation, statut, motif }) => {
        const cancelled = await cancelBooking(actor, reservation, statut, motif, now)
        return redirectWith(answered(cancelled, "Réservation annulée", now), answers)
      },
      notAnswered,
    ),
    remettre: act(
      Restored,
      async ({ reservation, statut }) => {
        const restored = await restoreBooking(actor, reservation, statut, now)
        return redirectWith(answered(restored, "Réservation remise en attente", now), answers)
      },
      notAnswered,
    ),
    noter: act(
      Note,
      async ({ reservation, cle, note }) => {
        const added = await addNote(actor, reservation, { id: cle, body: note }, now)
        return redirectWith(
          added.ok
            ? { kind: "success", title: "Note ajoutée" }
            : { kind: "error", title: "Cette réservation n’existe pas", text: "La note n’a pas été ajoutée." },
          at(),
        )
      },
      { log: "Error saving booking note", failed: "La note n’a pas pu être enregistrée. Réessayez dans un instant." },
    ),
    distance: act(
      Distance,
      async ({ reservation, distance: distanceKm, "distance-vue": seenKm }, form) => {
        const set = await setDistance(actor, reservation, { distanceKm, seenKm }, now)
        if (set.ok) {
          const text = `N°\u00a0${set.value.number}, ${distanceKm}\u00a0km aller-retour`
          return redirectWith({ kind: "success", title: "Distance enregistrée", text }, at())
        }
        return set.error.kind === "not-a-distance"
          ? form.refuse({ distance: "Cette distance dépasse le tour de la Terre." })
          : redirectWith(distanceProblemWords(set.error, now), at())
      },
      {
        log: "Error updating booking distance",
        failed: "La distance n’a pas pu être enregistrée. Réessayez dans un instant.",
      },
    ),
    "livraison-offerte": act(
      Distance.pick({ reservation: true, "distance-vue": true }),
      async ({ reservation, "distance-vue": seenKm }) => {
        const offered = await offerDelivery(actor, reservation, seenKm, now)
        if (offered.ok)
          return redirectWith(
            { kind: "success", title: "Livraison offerte", text: `N°\u00a0${offered.value.number}` },
            at(),
          )
        return offered.error.kind === "not-a-distance"
          ? redirectWith({ kind: "error", title: noDistance }, at())
          : redirectWith(distanceProblemWords(offered.error, now), at())
      },
      {
        log: "Error updating booking distance",
        failed: "La livraison n’a pas pu être offerte. Réessayez dans un instant.",
      },
    ),
    bloquer: act(Days, (sent, form) => changeDays("bloquer", sent, form), days),
    "bloquer-libre": act(Days, (sent, form) => changeDays("bloquer-libre", sent, form), days),
    liberer: act(Days, (sent, form) => changeDays("liberer", sent, form), days),
    [CALCULATE]: editAct(actor, url, now),
    [SAVE]: editAct(actor, url, now),
  }

  async function changeDays(
    how: "bloquer" | "bloquer-libre" | "liberer",
    { produit, jours, motif }: z.output<typeof Days>,
    form: CheckedForm,
  ) {
    const today = dayInParis(now)
    const chosen = sortedDays(jours).filter((day) => day >= today)
    if (chosen.length === 0) return form.refuse({ form: "Choisissez au moins un jour à partir d’aujourd’hui." })
    if (!(await allProducts()).some(({ id }) => id === produit))
      return redirectWith(
        { kind: "error", title: "Ce produit n’existe plus", text: "Rien n’a été changé." },
        at({ days: [], bulk: null, day: null }),
      )
    const request = { productId: produit, days: chosen, ...(motif ? { reason: motif } : {}) }
    // The selection has done its work (specification, section 4).
    const done = at({ days: [], bulk: null })
    if (how === "liberer")
      return redirectWith(changedWords(await openDays(actor, request, now), chosen, "libéré"), done)
    if (how === "bloquer-libre") {
      const event = await blockDays(actor, request, now)
      const { bookings } = await previewDays([produit], chosen, now)
      return redirectWith(changedWords(event, chosen, "bloqué", keptWords(bookings)), done)
    }
    const closed = await closeFreeDays(actor, { ...request, productIds: [produit] }, now)
    if (closed.ok) return redirectWith(changedWords(closed.value.eventId, chosen, "bloqué"), done)
    return closed.error.kind === "booked"
      ? form.refuse({ form: bookedWords(closed.error.bookings) }, { status: 409 })
      : form.refuse({ form: "Choisissez au moins un jour à partir d’aujourd’hui." })
  }
}

function changedWords(event: number | null, days: readonly Day[], participle: "bloqué" | "libéré", kept = ""): Flash {
  const title = days.length > 1 ? `${days.length} jours ${participle}s` : `Jour ${participle}`
  const done = participle === "bloqué" ? "availability.blocked" : "availability.opened"
  return { kind: "success", title, ...undoable(done, event, [`${daysLong(days)}.`, kept].filter(Boolean).join(" ")) }
}
