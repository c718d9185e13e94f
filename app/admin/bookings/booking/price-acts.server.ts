import { z } from "zod"
import { idField, wholeNumber } from "../../../http/form-fields.ts"
import type { Staff } from "../../../../domain/accounts/party.ts"
import { statusLabels } from "../../../../domain/booking/status.ts"
import type { BookingId } from "../../../../domain/id.ts"
import { formatMoney, parseEuros } from "../../../../domain/money.ts"
import { adjustmentKinds } from "../../../../domain/pricing/adjustment-kind.ts"
import { MAX_ADJUSTMENTS, MAX_ADJUSTMENT_NAME, MAX_ADJUSTMENT_REASON } from "../../../../domain/pricing/adjustment.ts"
import { agoLabel } from "../../../../isomorphic/text/relative-time.ts"
import {
  type PriceAdjustment,
  type PriceProblem,
  adjustPrice,
  removeAdjustment,
} from "../../../../server/bookings/adjust-price.ts"
import { ticked } from "../../../http/form-fields.ts"
import { act } from "../../../http/forms.server.ts"
import type { Flash } from "../../kit/flash.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import { customerMailLabel } from "../../kit/customer-mail.server.ts"
import type { ProblemReply } from "./problems.server.ts"

const noAmount = "Indiquez un montant en euros, par exemple 50 ou 49,90."
const noReason = "Indiquez le motif\u00a0: le client le lit."
const confirmationShape = { vu: wholeNumber(), prevenir: ticked, rendre: ticked }
const AddedLine = z.object({
  /** Generated with the form: submitting it twice adds one line. */
  cle: idField,
  sorte: z.enum(adjustmentKinds, { error: "Choisissez ce que vous faites." }),
  montant: z
    .string({ error: noAmount })
    .transform(parseEuros)
    .refine((amount) => amount !== null && amount >= 0, noAmount)
    .transform(Number),
  nom: z.string().trim().max(MAX_ADJUSTMENT_NAME, `${MAX_ADJUSTMENT_NAME} caractères au plus.`).default(""),
  motif: z
    .string({ error: noReason })
    .trim()
    .min(1, noReason)
    .max(MAX_ADJUSTMENT_REASON, `${MAX_ADJUSTMENT_REASON} caractères au plus.`),
  ...confirmationShape,
})
const RemovedLine = z.object({ ligne: idField, ...confirmationShape })

type BookingPaths = { bookingId: BookingId; pageHref: string; dialogHref: string }

export function priceActs(actor: Staff, { bookingId, pageHref, dialogHref }: BookingPaths, now: Date) {
  return {
    "ajuster-prix": act(
      AddedLine,
      async ({ cle, sorte, montant, nom, motif, vu, prevenir, rendre }, form) => {
        const adjustment = { id: cle, kind: sorte, amount: montant, name: nom, reason: motif }
        const request = { adjustment, expectedVersion: vu, tellsCustomer: prevenir, acceptsOverpaid: rendre }
        const adjusted = await adjustPrice(actor, bookingId, request, now)
        if (adjusted.ok) {
          const text = await resultText(adjusted.value)
          const title = adjusted.value.eventId === null ? "Cette ligne était déjà ajoutée" : "Ligne ajoutée au prix"
          return redirectWith({ kind: "success", title, text }, pageHref)
        }
        const problem = priceProblem(adjusted.error, now)
        return "fields" in problem ? form.refuse(problem.fields) : redirectWith(problem.flash, dialogHref)
      },
      { log: "Error adjusting a price", failed: "La ligne n’a pas pu être ajoutée. Réessayez dans un instant." },
    ),
    "retirer-prix": act(
      RemovedLine,
      async ({ ligne, vu, prevenir, rendre }, form) => {
        const request = { lineId: ligne, expectedVersion: vu, tellsCustomer: prevenir, acceptsOverpaid: rendre }
        const removed = await removeAdjustment(actor, bookingId, request, now)
        if (removed.ok)
          return redirectWith(
            { kind: "success", title: "Ligne retirée du prix", text: await resultText(removed.value) },
            pageHref,
          )
        const problem = priceProblem(removed.error, now)
        if ("fields" in problem && problem.fields["rendre"]) return form.refuse(problem.fields)
        return redirectWith("flash" in problem ? problem.flash : lineNotRemoved, dialogHref)
      },
      { log: "Error adjusting a price", failed: "La ligne n’a pas pu être retirée. Réessayez dans un instant." },
    ),
  }
}

async function resultText({ booking, contract, mailed }: PriceAdjustment): Promise<string> {
  const total = `Total\u00a0: ${formatMoney(booking.total)}.`
  if (contract === "at-once") return `${total} Un nouveau contrat part. L’ancien ne peut plus être signé.`
  if (contract === "later") return `${total} Une nouvelle version du contrat part dans les deux minutes.`
  return mailed ? `${total} ${await customerMailLabel(booking.id, "le message")}` : total
}

const unchanged = "Rien n’a été changé."
const lineNotRemoved: Flash = { kind: "error", title: "La ligne n’a pas été retirée", text: unchanged }

function failureReply(title: string, text = unchanged): ProblemReply {
  return { flash: { kind: "error", title, text } }
}

function priceProblem(problem: PriceProblem, now: Date): ProblemReply {
  switch (problem.kind) {
    case "not-found":
      return failureReply("Cette réservation n’existe pas")
    case "not-editable":
      return failureReply(
        `Cette réservation est ${statusLabels[problem.status].toLowerCase()}\u00a0: son prix ne change plus`,
      )
    case "begun":
      return failureReply("La location a commencé", "Son contrat et son prix ne changent plus.")
    case "stale":
      return failureReply(
        `${problem.by === "" ? "Cette réservation a changé" : `${problem.by} a changé cette réservation`} ${agoLabel(problem.at, now)}`,
        "Rien n’a été enregistré\u00a0: relisez le prix, puis recommencez si vous le voulez toujours.",
      )
    case "not-an-amount":
      return { fields: { montant: "Un montant de 0\u00a0€ ne change rien." } }
    case "reason-missing":
      return { fields: { motif: noReason } }
    case "as-it-is":
      return { fields: { montant: `Le total est déjà de ${formatMoney(problem.total)}.` } }
    case "below-zero":
      return { fields: { montant: `C’est plus que le total, qui est de ${formatMoney(problem.total)}.` } }
    case "too-much":
      return { fields: { montant: `Ce total dépasse ce qui se réserve\u00a0: ${formatMoney(problem.total)}.` } }
    case "too-many":
      return failureReply(
        `Ce prix a déjà ${MAX_ADJUSTMENTS} lignes de votre main`,
        "Retirez-en une avant d’en ajouter.",
      )
    case "overpaid":
      return {
        fields: {
          rendre: `Le total serait de ${formatMoney(problem.total)}, et le client a déjà payé ${formatMoney(problem.overpaid)} de plus. Ce trop-perçu sera à rembourser dès que la nouvelle version est signée.`,
        },
      }
    case "line-gone":
      return failureReply("Cette ligne est déjà retirée")
  }
}
