import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import { dayMedium } from "../../../../domain/day-labels.ts"
import { manualPaymentMeans, paymentMeansLabels } from "../../../../domain/finance/payment.ts"
import type { BookingId } from "../../../../domain/id.ts"
import { formatMoney, parseEuros } from "../../../../domain/money.ts"
import { recordPayment } from "../../../../server/money/finance/payments.ts"
import { correctPayment } from "../../../../server/money/finance/correct-payment.ts"
import { recordRefund } from "../../../../server/money/finance/refunds.ts"
import { idField, pastDay, ticked } from "../../../http/form-fields.ts"
import { act } from "../../../http/forms.server.ts"
import type { Flash } from "../../kit/flash.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import { correctionProblem, recordProblem, refundProblem } from "./problems.server.ts"

const means = z.enum(manualPaymentMeans, { error: "Choisissez un moyen de paiement." })

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
  le: pastDay,
  note,
  "autre-paiement": ticked,
  "trop-percu": ticked,
  "avant-demande": ticked,
  "vit-a-l-etranger": ticked,
})

const Correction = z.object({ paiement: idField })

const RefundForm = z.object({ remboursement: idField, moyen: means, le: pastDay, note, "avant-du": ticked })

export function paymentActs(
  actor: Staff,
  { bookingId, pageHref }: { bookingId: BookingId; pageHref: string },
  now: Date,
) {
  const redirectToBooking = (flash: Flash) => redirectWith(flash, pageHref)
  return {
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
  }
}
