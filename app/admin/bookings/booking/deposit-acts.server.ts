import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import { dayLong, instantLong } from "../../../../domain/day-labels.ts"
import {
  MAX_DEPOSIT_REASON,
  OBSERVATION_HOURS,
  depositMeansLabels,
  heldMeans,
} from "../../../../domain/finance/deposit.ts"
import type { BookingId } from "../../../../domain/id.ts"
import { type Cents, formatMoney, parseEuros } from "../../../../domain/money.ts"
import {
  type Decision,
  type DepositProblem,
  announceDepositRetention,
  requestDepositCard,
  keepDeposit,
  recordDepositInHand,
  recordAnnouncementHandOver,
  dismissDepositFailure,
  releaseDeposit,
} from "../../../../server/money/deposits/decide-deposit.ts"
import type { BeforeBooking } from "../../../../server/money/finance/payments.ts"
import { act } from "../../../http/forms.server.ts"
import { pastDay, ticked, wholeNumber } from "../../../http/form-fields.ts"
import type { FormErrors } from "../../../http/refusal.ts"
import { customerMailLabel } from "../../kit/customer-mail.server.ts"
import type { Flash } from "../../kit/flash.ts"
import { redirectWith } from "../../kit/flash.server.ts"

const ReceiptForm = z.object({
  moyen: z.enum(heldMeans, { error: "Choisissez un chèque ou un virement." }),
  le: pastDay,
  "avant-demande": ticked,
})
const noAmount = "Indiquez un montant en euros, par exemple 80."
const noReason = "Dites au client pourquoi\u00a0: il le lit tel quel."
const AnnouncementForm = z.object({
  montant: z
    .string({ error: noAmount })
    .transform(parseEuros)
    .refine((amount) => amount !== null && amount > 0, noAmount)
    .transform(Number),
  motif: z
    .string({ error: noReason })
    .trim()
    .min(1, noReason)
    .max(MAX_DEPOSIT_REASON, `Le motif ne peut pas dépasser ${MAX_DEPOSIT_REASON} caractères.`),
})
const HandOverForm = z.object({ montant: wholeNumber(1), le: pastDay })
const RetentionForm = z.object({ montant: wholeNumber(1) })

const depositFailure = {
  log: "Error deciding a deposit",
  failed: "Rien n’a été enregistré. Réessayez dans un instant.",
}

export function depositActs(
  actor: Staff,
  { bookingId, pageHref }: { bookingId: BookingId; pageHref: string },
  now: Date,
) {
  const redirectWithSuccess = (title: string, text: string) => redirectWith({ kind: "success", title, text }, pageHref)
  const refuse = (problem: DepositProblem) => redirectWith(problemFlash(problem), pageHref)
  return {
    "caution-recue": act(
      ReceiptForm,
      async ({ moyen, le, ...confirmations }, form) => {
        const received = { means: moyen, receivedOn: le }
        const noted = await recordDepositInHand({
          actor,
          bookingId,
          ...received,
          at: now,
          askIfBeforeBooking: !confirmations["avant-demande"],
        })
        if (noted.ok)
          return redirectWithSuccess(
            "Caution notée",
            `${formatMoney(noted.value.deposit.amount)}, ${depositMeansLabels[moyen]}.`,
          )
        if (noted.error.kind === "before-the-booking") return form.refuse(dateBeforeBookingError(noted.error))
        const fields = fieldProblem(noted.error)
        return fields ? form.refuse(fields) : refuse(noted.error)
      },
      depositFailure,
    ),
    "caution-demander": act(
      z.object({}),
      async () => {
        const requested = await requestDepositCard(actor, bookingId, now)
        return requested.ok
          ? redirectWithSuccess(
              "Un lien est préparé",
              `${await customerMailLabel(bookingId, "le lien")} Le client y enregistre une carte pour la caution.`,
            )
          : refuse(requested.error)
      },
      depositFailure,
    ),
    "caution-retenir": act(
      AnnouncementForm,
      async ({ montant, motif }, form) => {
        const announced = await announceDepositRetention(actor, bookingId, { amount: montant, reason: motif }, now)
        if (announced.ok)
          return announced.value.hasMail
            ? redirectWithSuccess(
                "Retenue annoncée",
                `${await customerMailLabel(bookingId, "le message")} Ses ${OBSERVATION_HOURS} heures commencent quand l’e-mail est délivré.`,
              )
            : redirectWithSuccess(
                "Retenue notée, le client n’est pas prévenu",
                "Aucun e-mail ne lui est envoyé. Remettez-lui le montant et le motif, puis notez-le ici\u00a0: ses 48 heures commencent alors.",
              )
        const fields = fieldProblem(announced.error)
        return fields ? form.refuse(fields) : refuse(announced.error)
      },
      depositFailure,
    ),
    "caution-prevenu": act(
      HandOverForm,
      async ({ montant, le }, form) => {
        const noted = await recordAnnouncementHandOver(actor, bookingId, { expectedAmount: montant, on: le }, now)
        if (noted.ok)
          return redirectWithSuccess(
            "C’est noté",
            `Le client a ${OBSERVATION_HOURS} heures pour répondre. Ensuite, vous décidez.`,
          )
        return noted.error.kind === "not-a-day"
          ? form.refuse({ le: "Indiquez un jour depuis l’annonce, au plus tard aujourd’hui." })
          : refuse(noted.error)
      },
      depositFailure,
    ),
    "caution-garder": act(
      RetentionForm,
      async ({ montant }) => {
        const retained = await keepDeposit(actor, bookingId, montant, now)
        return retained.ok
          ? redirectWithSuccess(...(await retainedMessage(bookingId, montant, retained.value)))
          : refuse(retained.error)
      },
      depositFailure,
    ),
    "caution-lever": act(
      z.object({}),
      async () => {
        const released = await releaseDeposit(actor, bookingId, now)
        return released.ok
          ? redirectWithSuccess(...(await releasedMessage(bookingId, released.value)))
          : refuse(released.error)
      },
      depositFailure,
    ),
    "caution-reglee": act(
      z.object({}),
      async () => {
        const dismissed = await dismissDepositFailure(actor, bookingId, now)
        return dismissed.ok
          ? redirectWithSuccess("C’est noté", "Cette caution n’est plus à suivre.")
          : refuse(dismissed.error)
      },
      depositFailure,
    ),
  }
}

type TitleAndText = [title: string, text: string]

/** Jobs capture the money and send the mail later, so the texts say "demandé", not "fait". */
async function retainedMessage(bookingId: BookingId, amount: Cents, { deposit }: Decision): Promise<TitleAndText> {
  const mail = await customerMailLabel(bookingId, "le message")
  return deposit.means === "card"
    ? [`${formatMoney(amount)} à garder`, `Le débit et la levée du reste sont demandés à la banque. ${mail}`]
    : [`${formatMoney(amount)} à garder`, `Rendez le reste au client. ${mail}`]
}

async function releasedMessage(
  bookingId: BookingId,
  { deposit, wasHeld }: Decision & { wasHeld: boolean },
): Promise<TitleAndText> {
  if (!wasHeld) return ["Vous renoncez à la caution", "Elle n’est ni demandée ni autorisée."]
  const mail = await customerMailLabel(bookingId, "le message")
  return deposit.means === "card"
    ? ["Caution à lever", `La levée est demandée à la banque. ${mail}`]
    : ["Caution notée comme rendue", mail]
}

function dateBeforeBookingError({ madeOn }: BeforeBooking): FormErrors {
  return {
    "avant-demande": `Cette réservation a été faite le ${dayLong(madeOn)}. Relisez le jour, surtout l’année. Ou cochez.`,
  }
}

function fieldProblem(problem: DepositProblem): FormErrors | null {
  if (problem.kind === "not-a-day") return { le: "Ce jour n’est pas encore venu." }
  if (problem.kind === "not-an-amount") return { montant: `Au plus ${formatMoney(problem.max)}, la caution entière.` }
  return problem.kind === "no-reason" ? { motif: noReason } : null
}

function problemFlash(problem: DepositProblem): Flash {
  const failureFlash = (title: string, text = "Rien n’a été changé."): Flash => ({ kind: "error", title, text })
  switch (problem.kind) {
    case "no-deposit":
      return failureFlash("Cette réservation n’a pas de caution")
    case "closed":
      return failureFlash("Cette caution est déjà levée ou gardée")
    case "not-returned":
      return failureFlash(
        "La location n’est pas terminée",
        `Une retenue s’annonce à partir du ${dayLong(problem.returnOn)}.`,
      )
    case "nothing-announced":
      return failureFlash(
        "Le client n’est pas prévenu",
        "Aucun e-mail n’a été délivré. Remettez-lui l’annonce, notez-le, et laissez-lui 48 heures.",
      )
    case "without-mail":
      return failureFlash(
        "Aucun e-mail n’est envoyé à ce client",
        "Aucun lien n’est parti. S’il n’a pas d’adresse, ajoutez-la dans sa fiche\u00a0; ou notez un chèque ou un virement.",
      )
    case "nothing-held":
      return failureFlash(
        "Rien n’est autorisé ni reçu",
        "Sans autorisation, chèque ni virement, rien ne peut être retenu.",
      )
    case "not-announced":
      return failureFlash("Ce montant n’a pas été annoncé au client", "Annoncez-le d’abord\u00a0: il peut y répondre.")
    case "too-early":
      return failureFlash("Le client peut encore répondre", `Décidez à partir du ${instantLong(problem.opensAt)}.`)
    case "not-needed":
      return failureFlash("Aucune carte n’est à demander", "Quelque chose tient déjà lieu de caution.")
    case "not-a-day":
    case "not-an-amount":
    case "no-reason":
      return failureFlash("Ces valeurs ne conviennent pas")
  }
}
