import { MAX_COMPANY_REFERENCE } from "../../../../domain/accounts/company-order.ts"
import { companyFields } from "../../../kit/company-fields.ts"
import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { restoreBooking } from "../../../../server/bookings/answer.ts"
import { type CompanyCancellation, cancelAsCompany } from "../../../../server/bookings/cancel.ts"
import { addNote } from "../../../../server/bookings/notes.ts"
import { noteReferences } from "../../../../server/bookings/note-references.ts"
import { offerDelivery, setDistance } from "../../../../server/bookings/set-distance.ts"
import { printableLine, idField, ticked, wholeNumber } from "../../../http/form-fields.ts"
import { act } from "../../../http/forms.server.ts"
import { statusChangeMessage, statusChangeFailure, reason } from "../../kit/booking/acts.server.ts"
import { answerProblemMessage, distanceProblemMessage } from "../../kit/booking/answer-messages.server.ts"
import type { Flash } from "../../kit/flash.ts"
import { redirectWith } from "../../kit/flash.server.ts"

const cents = wholeNumber()

/** `statut` and both amounts are the displayed ones; the server refuses if they changed. */
const Cancellation = z.object({
  reservation: idField,
  statut: z.enum(["pending", "confirmed"]),
  "remboursement-vu": cents,
  "indemnite-vue": cents,
  "force-majeure": ticked,
  motif: reason,
})
const Restoration = z.object({ reservation: idField, statut: z.enum(["refused", "cancelled"]) })

const noNote = "Écrivez quelque chose avant d’ajouter la note."
const Note = z.object({
  reservation: idField,
  /** Generated with the form: submitting it twice adds one note. */
  cle: idField,
  note: z.string({ error: noNote }).trim().min(1, noNote).max(2000, "Une note ne peut pas dépasser 2000 caractères."),
})

const References = z.object({
  reservation: idField,
  [companyFields.purchaseOrder]: printableLine(MAX_COMPANY_REFERENCE).default(""),
  [companyFields.buyerReference]: printableLine(MAX_COMPANY_REFERENCE).default(""),
})

const noDistance = "Indiquez un nombre entier de kilomètres, par exemple 24."
const Distance = z.object({
  reservation: idField,
  distance: z
    .string({ error: noDistance })
    .trim()
    .regex(/^\d{1,6}(\s*km)?$/i, noDistance)
    .transform((text) => Number.parseInt(text, 10)),
  /** The displayed distance; empty while it was to be confirmed. */
  "distance-vue": z
    .string()
    .regex(/^\d{0,6}$/)
    .default("")
    .transform((text) => (text === "" ? null : Number(text))),
})

/** `pageHref`: without the open dialog; `dialogHref`: with it. */
export function recordActs(
  actor: Staff,
  { pageHref, dialogHref }: { pageHref: string; dialogHref: string },
  now: Date,
) {
  return {
    annuler: act(
      Cancellation,
      async ({ reservation, statut, motif, "force-majeure": forceMajeure, ...displayedFields }) => {
        const displayed = {
          refund: displayedFields["remboursement-vu"],
          indemnity: forceMajeure ? 0 : displayedFields["indemnite-vue"],
        }
        const cancelled = await cancelAsCompany({
          actor,
          bookingId: reservation,
          from: statut,
          forceMajeure,
          reason: motif,
          expected: displayed,
          at: now,
        })
        if (cancelled.ok) return redirectWith(statusChangeMessage(cancelled, "Réservation annulée", now), pageHref)
        const { error } = cancelled
        if (error.kind === "over") return redirectWith(nothingToCancel, pageHref)
        // The dialog stays open with the current amounts.
        return error.kind === "company-settlement-changed"
          ? redirectWith(figuresChangedMessage(error.preview), dialogHref)
          : redirectWith(answerProblemMessage(error, now), pageHref)
      },
      statusChangeFailure,
    ),
    remettre: act(
      Restoration,
      async ({ reservation, statut }) => {
        const restored = await restoreBooking({ actor, id: reservation, from: statut, at: now })
        return redirectWith(statusChangeMessage(restored, "Réservation remise en attente", now), pageHref)
      },
      statusChangeFailure,
    ),
    noter: act(
      Note,
      async ({ reservation, cle, note }) => {
        const added = await addNote(actor, reservation, { id: cle, body: note }, now)
        return redirectWith(
          added.ok
            ? { kind: "success", title: "Note ajoutée" }
            : { kind: "error", title: "Cette réservation n’existe pas", text: "La note n’a pas été ajoutée." },
          dialogHref,
        )
      },
      { log: "Error saving booking note", failed: "La note n’a pas pu être enregistrée. Réessayez dans un instant." },
    ),
    references: act(
      References,
      async ({ reservation, ...references }) => {
        const isNoted = await noteReferences(
          actor,
          reservation,
          {
            purchaseOrder: references[companyFields.purchaseOrder],
            buyerReference: references[companyFields.buyerReference],
          },
          now,
        )
        return redirectWith(
          isNoted
            ? { kind: "success", title: "Références enregistrées", text: "Les prochaines factures les portent." }
            : { kind: "error", title: "Cette réservation n’est pas pour une entreprise" },
          dialogHref,
        )
      },
      {
        log: "Error saving a company's references",
        failed: "Les références n’ont pas pu être enregistrées. Réessayez dans un instant.",
      },
    ),
    distance: act(
      Distance,
      async ({ reservation, distance: distanceKm, "distance-vue": displayedKm }, form) => {
        const set = await setDistance(actor, reservation, { distanceKm, expectedKm: displayedKm }, now)
        if (set.ok) {
          const text = `N°\u00a0${set.value.number}, ${distanceKm}\u00a0km aller-retour`
          return redirectWith({ kind: "success", title: "Distance enregistrée", text }, dialogHref)
        }
        return set.error.kind === "not-a-distance"
          ? form.refuse({ distance: "Cette distance dépasse le tour de la Terre." })
          : redirectWith(distanceProblemMessage(set.error, now), dialogHref)
      },
      {
        log: "Error updating booking distance",
        failed: "La distance n’a pas pu être enregistrée. Réessayez dans un instant.",
      },
    ),
    "livraison-offerte": act(
      Distance.pick({ reservation: true, "distance-vue": true }),
      async ({ reservation, "distance-vue": displayedKm }) => {
        const offered = await offerDelivery(actor, reservation, displayedKm, now)
        if (offered.ok)
          return redirectWith(
            { kind: "success", title: "Livraison offerte", text: `N°\u00a0${offered.value.number}` },
            dialogHref,
          )
        return offered.error.kind === "not-a-distance"
          ? redirectWith({ kind: "error", title: noDistance }, dialogHref)
          : redirectWith(distanceProblemMessage(offered.error, now), dialogHref)
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

function figuresChangedMessage({ settlement: { refund, indemnity } }: CompanyCancellation): Flash {
  return {
    kind: "error",
    title: "Les montants ont changé entre-temps",
    text: `À rembourser maintenant\u00a0: ${formatMoney(refund)}, indemnité\u00a0: ${formatMoney(indemnity)}. Rien n’a été annulé\u00a0: relisez, puis annulez si vous le voulez toujours.`,
  }
}
