import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import type { Visit } from "../../../../domain/contracts/evidence.ts"
import { MAX_NAME_LENGTH } from "../../../../domain/contracts/signature.ts"
import { instantLong } from "../../../../domain/day-labels.ts"
import type { BookingId } from "../../../../domain/id.ts"
import { sendContractNow } from "../../../../server/contracts/contract-queue.ts"
import { recordHandOver } from "../../../../server/contracts/contract-delivery.ts"
import { closeBookingLinks } from "../../../../server/access/close-links.ts"
import { resendContract } from "../../../../server/contracts/resend-contract.ts"
import { recordInPersonSignature } from "../../../../server/contracts/sign.ts"
import { idField, pastDay, requiredText, ticked, wholeNumber } from "../../../http/form-fields.ts"
import { act } from "../../../http/forms.server.ts"
import { toSignature, signatureShape } from "../../../kit/signature/signature-form.server.ts"
import type { Flash } from "../../kit/flash.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import { customerMailLabel } from "../../kit/customer-mail.server.ts"
import { resendProblem, sendProblem, signingErrors } from "./problems.server.ts"

const noName = "Indiquez le nom de la personne qui a signé."

const SignatureForm = z.object({
  contrat: idField,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  "conditions-vues": z.string().default(""),
  maniere: z.enum(["paper", "on-site"], { error: "Choisissez comment le contrat a été signé." }),
  nom: requiredText(noName, MAX_NAME_LENGTH),
  ...signatureShape,
  le: pastDay,
  conditions: ticked,
  execution: ticked,
  perte: ticked,
})

type ContractPage = { bookingId: BookingId; number: number; visit: Visit; pageHref: string }

export function contractActs(actor: Staff, { bookingId, number, visit, pageHref }: ContractPage, now: Date) {
  const redirectToBooking = (flash: Flash) => redirectWith(flash, pageHref)
  return {
    "envoyer-contrat": act(
      z.object({}),
      async () => {
        const sent = await sendContractNow(bookingId)
        return redirectToBooking(
          sent.ok
            ? {
                kind: "success",
                title: "Le contrat est en préparation",
                text: "Il part dès que son document est prêt, en général dans la minute.",
              }
            : sendProblem(sent.error),
        )
      },
      sendContractFailure,
    ),
    "renvoyer-contrat": act(
      z.object({}),
      async () => {
        const sent = await resendContract(actor, bookingId, now)
        return redirectToBooking(
          sent.ok
            ? {
                kind: "success",
                title: "Un nouveau lien est préparé",
                text: `${await customerMailLabel(bookingId, "le lien")} ${
                  sent.value.startedDeadline
                    ? `Le contrat est à signer avant le ${instantLong(sent.value.dueAt)}, si cet e-mail est délivré.`
                    : "L’échéance du contrat ne change pas."
                }`,
              }
            : resendProblem(sent.error, now),
        )
      },
      sendContractFailure,
    ),
    "contrat-remis": act(
      z.object({ version: wholeNumber(1) }),
      async ({ version }) => {
        const noted = await recordHandOver(actor, { bookingId, version }, now)
        return redirectToBooking(
          noted.ok
            ? {
                kind: "success",
                title: "Contrat remis",
                text: `Il est à signer avant le ${instantLong(noted.value)}.`,
              }
            : resendProblem(noted.error, now),
        )
      },
      {
        log: "Error noting a contract as handed over",
        failed: "Cela n’a pas pu être noté. Réessayez dans un instant.",
      },
    ),
    "fermer-liens": act(
      z.object({}),
      async () => {
        const closed = await closeBookingLinks(actor, bookingId, now)
        return redirectToBooking(
          closed === 0
            ? { kind: "error", title: "Aucun lien n’était ouvert", text: "Rien n’a été changé." }
            : {
                kind: "success",
                title: closed === 1 ? "Lien fermé" : `${closed} liens fermés`,
                text: "Le client garde l’accès par son compte.",
              },
        )
      },
      {
        log: "Error closing the links of a booking",
        failed: "Les liens n’ont pas pu être fermés. Réessayez dans un instant.",
      },
    ),
    signer: act(
      SignatureForm,
      async ({ contrat, sha256, maniere, nom, le, conditions, execution, perte, ...sent }, form) => {
        const signed = await recordInPersonSignature(
          actor,
          {
            contractId: contrat,
            sha256,
            name: nom,
            how: maniere,
            // A signature drawn before switching to paper is still in the form, but must not count.
            signature: maniere === "on-site" ? toSignature(sent) : null,
            signedOn: le,
            termsVersion: sent["conditions-vues"] || null,
            ticks: { terms: conditions, earlyPerformance: execution, withdrawalLoss: perte },
          },
          visit,
          now,
        )
        if (signed.ok)
          return redirectToBooking({
            kind: "success",
            title: "Signature enregistrée",
            text: `Le contrat de la réservation n°\u00a0${number} est signé. Son document est scellé dans la minute.`,
          })
        const errors = signingErrors(signed.error)
        return "flash" in errors ? redirectToBooking(errors.flash) : form.refuse(errors.fields)
      },
      {
        log: "Error noting a signature",
        failed: "La signature n’a pas pu être enregistrée. Réessayez dans un instant.",
      },
    ),
  }
}

const sendContractFailure = {
  log: "Error sending a contract",
  failed: "Le contrat n’a pas pu être envoyé. Réessayez dans un instant.",
}
