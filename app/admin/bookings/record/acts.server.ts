import { z } from "zod"
import type { Administrator } from "../../../../domain/accounts/party.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { restoreBooking } from "../../../../server/bookings/answer.ts"
import { type CompanyCancellation, cancelAsCompany } from "../../../../server/bookings/cancel.ts"
import { addNote } from "../../../../server/bookings/notes.ts"
import { offerDelivery, setDistance } from "../../../../server/bookings/set-distance.ts"
import { idField, ticked, wholeNumber } from "../../../http/form-fields.ts"
import { act } from "../../../http/forms.server.ts"
import { answered, notAnswered, reason } from "../../kit/booking/acts.server.ts"
import { answerProblemMessage, distanceProblemMessage } from "../../kit/booking/answer-messages.server.ts"
import type { Flash } from "../../kit/flash.ts"
import { redirectWith } from "../../kit/flash.server.ts"

const cents = wholeNumber()

/** `statut` is the status that the person saw, and the two amounts are those that they read. */
const Cancelled = z.object({
  reservation: idField,
  statut: z.enum(["pending", "confirmed"]),
  "remboursement-vu": cents,
  "indemnite-vue": cents,
  "force-majeure": ticked,
  motif: reason,
})
const Restored = z.object({ reservation: idField, statut: z.enum(["refused", "cancelled"]) })

const noNote = "Écrivez quelque chose avant d’ajouter la note."
const Note = z.object({
  reservation: idField,
  /** Made with the form: the same note twice is written once. */
  cle: idField,
  note: z.string({ error: noNote }).trim().min(1, noNote).max(2000, "Une note ne peut pas dépasser 2000 caractères."),
})

const noDistance = "Indiquez un nombre entier de kilomètres, par exemple 24."
const Distance = z.object({
  reservation: idField,
  /** "24" or "24 km". */
  distance: z
    .string({ error: noDistance })
    .trim()
    .regex(/^\d{1,6}(\s*km)?$/i, noDistance)
    .transform((text) => Number.parseInt(text, 10)),
  /** The distance that the person saw; empty when it was to be confirmed. */
  "distance-vue": z
    .string()
    .regex(/^\d{0,6}$/)
    .default("")
    .transform((seen) => (seen === "" ? null : Number(seen))),
})

/**
 * What can be done with one booking wherever it is shown. `done` is the same screen without the question that was
 * answered, `here` the screen as it is.
 */
export function recordActs(actor: Administrator, { done, here }: { done: string; here: string }, now: Date) {
  return {
    annuler: act(
      Cancelled,
      async ({ reservation, statut, motif, "force-majeure": forceMajeure, ...seen }) => {
        const shown = { refund: seen["remboursement-vu"], indemnity: forceMajeure ? 0 : seen["indemnite-vue"] }
        const cancelled = await cancelAsCompany(
          actor,
          reservation,
          { from: statut, forceMajeure, reason: motif, shown },
          now,
        )
        if (cancelled.ok) return redirectWith(answered(cancelled, "Réservation annulée", now), done)
        const { error } = cancelled
        if (error.kind === "over") return redirectWith(nothingToCancel, done)
        // The question stays open, with the figures of now.
        return error.kind === "company-settlement-changed"
          ? redirectWith(figuresChanged(error.preview), here)
          : redirectWith(answerProblemMessage(error, now), done)
      },
      notAnswered,
    ),
    remettre: act(
      Restored,
      async ({ reservation, statut }) => {
        const restored = await restoreBooking({ actor, id: reservation, from: statut, at: now })
        return redirectWith(answered(restored, "Réservation remise en attente", now), done)
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
          here,
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
          return redirectWith({ kind: "success", title: "Distance enregistrée", text }, here)
        }
        return set.error.kind === "not-a-distance"
          ? form.refuse({ distance: "Cette distance dépasse le tour de la Terre." })
          : redirectWith(distanceProblemMessage(set.error, now), here)
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
            here,
          )
        return offered.error.kind === "not-a-distance"
          ? redirectWith({ kind: "error", title: noDistance }, here)
          : redirectWith(distanceProblemMessage(offered.error, now), here)
      },
      {
        log: "Error updating booking distance",
        failed: "La livraison n’a pas pu être offerte. Réessayez dans un instant.",
      },
    ),
  }
}

const nothingToCancel: Flash = {
  kind: "error",
  title: "Cette location est terminée",
  text: "Ses jours sont passés : il n’y a plus rien à annuler.",
}

function figuresChanged({ settlement: { refund, indemnity } }: CompanyCancellation): Flash {
  return {
    kind: "error",
    title: "Les montants ont changé entre-temps",
    text: `À rembourser maintenant\u00a0: ${formatMoney(refund)}, indemnité\u00a0: ${formatMoney(indemnity)}. Rien n’a été annulé\u00a0: relisez, puis annulez si vous le voulez toujours.`,
  }
}
