import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import type { Visit } from "../../../../domain/contracts/evidence.ts"
import { MAX_NAME_LENGTH } from "../../../../domain/contracts/signature.ts"
import { isDay } from "../../../../domain/day.ts"
import { dayMedium, instantLong } from "../../../../domain/day-labels.ts"
import { manualPaymentMeans, paymentMeansLabels } from "../../../../domain/finance/payment.ts"
import type { BookingId } from "../../../../domain/id.ts"
import { formatMoney, parseEuros } from "../../../../domain/money.ts"
import { acceptDates, refuseDates } from "../../../../server/bookings/date-change.ts"
import { sendContractNow } from "../../../../server/contracts/contract-queue.ts"
import { recordHandOver } from "../../../../server/contracts/contract-delivery.ts"
import { closeBookingLinks } from "../../../../server/access/close-links.ts"
import { resendContract } from "../../../../server/contracts/resend-contract.ts"
import { recordInPersonSignature } from "../../../../server/contracts/sign.ts"
import { recordPayment } from "../../../../server/money/finance/payments.ts"
import { correctPayment } from "../../../../server/money/finance/correct-payment.ts"
import { recordRefund } from "../../../../server/money/finance/refunds.ts"
import { resendMail } from "../../../../server/outside/mails/resend.ts"
import { idField, requiredText, ticked, wholeNumber } from "../../../http/form-fields.ts"
import { act } from "../../../http/forms.server.ts"
import { toSignature, signatureShape } from "../../../kit/signature/signature-form.server.ts"
import { answerActs, reason } from "../../kit/booking/acts.server.ts"
import { type BookingPageUrl, bookingPageHref } from "../../kit/booking/booking-url.ts"
import type { Flash } from "../../kit/flash.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import { resendProblemTexts } from "../../kit/resend-labels.server.ts"
import { recordActs } from "../record/acts.server.ts"
import { editProblemMessage } from "../record/edit-messages.server.ts"
import { customerMailLabel } from "../../kit/customer-mail.server.ts"
import { endActs } from "./end-acts.server.ts"
import { rentalEndActs } from "./end-rental.server.ts"
import { depositActs } from "./deposit-acts.server.ts"
import { dayActs } from "./day-acts.server.ts"
import { shiftActs } from "./shifts.server.ts"
import { giveBackActs } from "./give-back-acts.server.ts"
import { insuranceActs } from "./insurance-acts.server.ts"
import { priceActs } from "./price-acts.server.ts"
import {
  resendProblem,
  correctionProblem,
  closedDateRequestMessage,
  recordProblem,
  refundProblem,
  sendProblem,
  signingErrors,
} from "./problems.server.ts"

const means = z.enum(manualPaymentMeans, { error: "Choisissez un moyen de paiement." })
const noDay = "Indiquez le jour, au plus tard aujourd’hui."
const day = z.string({ error: noDay }).refine(isDay, noDay)
const note = z.string().trim().max(500, "Une note ne peut pas dépasser 500 caractères.").default("")

const noAmount = "Indiquez un montant en euros, par exemple 190,80."
const Payment = z.object({
  /** Generated with the form: submitting the same payment twice records it once. */
  cle: idField,
  montant: z
    .string({ error: noAmount })
    .transform(parseEuros)
    .refine((amount) => amount !== null && amount > 0, noAmount)
    .transform(Number),
  moyen: means,
  le: day,
  note,
  "autre-paiement": ticked,
  "trop-percu": ticked,
  "avant-demande": ticked,
  "vit-a-l-etranger": ticked,
})
const Correction = z.object({ paiement: idField })
const RefundForm = z.object({ remboursement: idField, moyen: means, le: day, note, "avant-du": ticked })

const noName = "Indiquez le nom de la personne qui a signé."
const SignatureForm = z.object({
  contrat: idField,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  "conditions-vues": z.string().default(""),
  maniere: z.enum(["paper", "on-site"], { error: "Choisissez comment le contrat a été signé." }),
  nom: requiredText(noName, MAX_NAME_LENGTH),
  ...signatureShape,
  le: day,
  conditions: ticked,
  execution: ticked,
  perte: ticked,
})

const DatesAcceptance = z.object({
  demande: idField,
  vu: wholeNumber(),
  "total-vu": wholeNumber(),
})
const DatesRefusal = z.object({ demande: idField, motif: reason })

type BookingPageContext = { bookingId: BookingId; number: number; url: BookingPageUrl; visit: Visit }

export function bookingPageActs(actor: Staff, { bookingId, number, url, visit }: BookingPageContext, now: Date) {
  const pageHref = bookingPageHref(number)
  const dialogHref = bookingPageHref(number, url.dialog, url.target ?? undefined)
  const redirectToBooking = (flash: Flash) => redirectWith(flash, pageHref)
  return {
    ...answerActs(actor, pageHref, now),
    ...recordActs(actor, { pageHref, dialogHref }, now),
    ...endActs(
      actor,
      {
        pageHref,
        dialogHref: url.noticeDay === null ? dialogHref : `${dialogHref}&${new URLSearchParams({ le: url.noticeDay })}`,
      },
      now,
    ),
    ...rentalEndActs(actor, { bookingId, number, pageHref }, now),
    ...depositActs(actor, { bookingId, pageHref }, now),
    ...giveBackActs(actor, { bookingId, pageHref, dialogHref }, now),
    ...priceActs(actor, { bookingId, pageHref, dialogHref }, now),
    ...insuranceActs(actor, { bookingId, pageHref }, now),
    ...dayActs(actor, { bookingId, pageHref }, now),
    ...shiftActs(actor, { bookingId, pageHref }, now),
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
    payer: act(
      Payment,
      async ({ cle, montant, moyen, le, note: words, ...confirmations }, form) => {
        const recorded = await recordPayment(
          actor,
          {
            id: cle,
            bookingId,
            means: moyen,
            amount: montant,
            receivedOn: le,
            note: words,
            payerLivesAbroad: confirmations["vit-a-l-etranger"],
          },
          now,
          {
            askIfDuplicate: !confirmations["autre-paiement"],
            askIfAbovePrice: !confirmations["trop-percu"],
            askIfBeforeBooking: !confirmations["avant-demande"],
          },
        )
        if (recorded.ok) {
          const { refund } = recorded.value
          const { amount, means: how, receivedOn } = recorded.value.payment
          return redirectToBooking({
            kind: "success",
            title: recorded.value.repeated ? "Ce paiement était déjà noté" : "Paiement noté",
            text: `${formatMoney(amount)}, ${paymentMeansLabels[how]}, reçu le ${dayMedium(receivedOn)}.${refund > 0 ? ` La réservation a pris fin\u00a0: ${formatMoney(refund)} à rendre au client.` : ""}`,
          })
        }
        const problem = recordProblem(recorded.error)
        return "flash" in problem ? redirectToBooking(problem.flash) : form.refuse(problem.fields)
      },
      { log: "Error recording a payment", failed: "Le paiement n’a pas pu être noté. Réessayez dans un instant." },
    ),
    "retirer-paiement": act(
      Correction,
      async ({ paiement }) => {
        const correction = await correctPayment(actor, paiement, now)
        return redirectToBooking(
          correction.ok
            ? {
                kind: "success",
                title: "Paiement retiré par une contre-écriture",
                text: `${formatMoney(correction.value.amount)}. Les deux écritures restent visibles.`,
              }
            : correctionProblem(correction.error),
        )
      },
      { log: "Error correcting a payment", failed: "Le paiement n’a pas pu être retiré. Réessayez dans un instant." },
    ),
    rembourse: act(
      RefundForm,
      async ({ remboursement, moyen, le, note: words, ...confirmations }, form) => {
        const made = { means: moyen, madeOn: le, note: words }
        const noted = await recordRefund({
          actor,
          refundId: remboursement,
          made,
          at: now,
          askIfBeforeOwed: !confirmations["avant-du"],
        })
        if (noted.ok)
          return redirectToBooking({
            kind: "success",
            title: "Remboursement noté",
            text: `${formatMoney(noted.value.amount)}, ${paymentMeansLabels[moyen]}.`,
          })
        const problem = refundProblem(noted.error, actor, now)
        return "flash" in problem ? redirectToBooking(problem.flash) : form.refuse(problem.fields)
      },
      { log: "Error noting a refund", failed: "Le remboursement n’a pas pu être noté. Réessayez dans un instant." },
    ),
    "renvoyer-courriel": act(
      z.object({ courriel: idField }),
      async ({ courriel }) => {
        const resent = await resendMail(actor, courriel, now)
        return redirectToBooking(
          resent.ok
            ? { kind: "success", title: "Un nouvel envoi est en attente", text: "Son état se lit avec les e-mails." }
            : { kind: "error", ...resendProblemTexts[resent.error.kind] },
        )
      },
      { log: "Error sending a mail again", failed: "L’e-mail n’a pas pu être renvoyé. Réessayez dans un instant." },
    ),
    "accepter-dates": act(
      DatesAcceptance,
      async ({ demande, vu, "total-vu": displayedTotal }) => {
        const accepted = await acceptDates(
          actor,
          bookingId,
          { requestId: demande, expectedVersion: vu, expectedTotal: displayedTotal },
          now,
        )
        if (accepted.ok)
          return redirectToBooking({
            kind: "success",
            title: "Nouvelles dates acceptées",
            text: `${await customerMailLabel(bookingId, "la réponse")} Si un contrat était envoyé ou signé, une nouvelle version suit.`,
          })
        const { error } = accepted
        if (error.kind === "not-open") return redirectToBooking(closedDateRequestMessage(error, "accepted", now))
        return redirectWith(
          { kind: "error", title: "Les dates n’ont pas été changées", text: editProblemMessage(error, now) },
          dialogHref,
        )
      },
      answerDatesFailure,
    ),
    "refuser-dates": act(
      DatesRefusal,
      async ({ demande, motif = "" }) => {
        const refused = await refuseDates(actor, bookingId, { requestId: demande, reason: motif }, now)
        if (refused.ok)
          return redirectToBooking({
            kind: "success",
            title: "Dates gardées",
            text: await customerMailLabel(bookingId, "la réponse"),
          })
        const { error } = refused
        return redirectToBooking(
          error.kind === "not-open" ? closedDateRequestMessage(error, "refused", now) : noSuchRequest,
        )
      },
      answerDatesFailure,
    ),
  }
}

const sendContractFailure = {
  log: "Error sending a contract",
  failed: "Le contrat n’a pas pu être envoyé. Réessayez dans un instant.",
}
const answerDatesFailure = {
  log: "Error answering other days",
  failed: "La réponse n’a pas pu être enregistrée. Réessayez dans un instant.",
}
const noSuchRequest: Flash = {
  kind: "error",
  title: "Cette demande de dates n’existe pas",
  text: "Rien n’a été changé.",
}
