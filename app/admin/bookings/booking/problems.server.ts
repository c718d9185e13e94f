import { unprintableMessage } from "../../../../domain/content/printable-text.ts"
import { statusLabels } from "../../../../domain/booking/status.ts"
import type { Staff } from "../../../../domain/accounts/party.ts"
import { dayLong, dayMedium, instantLong } from "../../../../domain/day-labels.ts"
import { MAX_CASH_FROM_ABROAD } from "../../../../domain/finance/cash.ts"
import { paymentMeansLabels } from "../../../../domain/finance/payment.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { rentalLabel } from "../../../../domain/rental/rental.ts"
import { agoLabel } from "../../../../isomorphic/text/relative-time.ts"
import type { AnswerDatesProblem, ClosedRequest } from "../../../../server/bookings/date-change.ts"
import type { SendProblem } from "../../../../server/contracts/contract-queue.ts"
import type { ResendContractProblem } from "../../../../server/contracts/resend-contract.ts"
import type { InPersonProblem } from "../../../../server/contracts/sign.ts"
import type {
  BeforeBooking,
  AbovePrice,
  DuplicatePayment,
  RecordProblem,
} from "../../../../server/money/finance/payments.ts"
import type { CorrectionProblem } from "../../../../server/money/finance/correct-payment.ts"
import type { BeforeRefundOwed, RefundProblem } from "../../../../server/money/finance/refunds.ts"
import type { FormErrors } from "../../../http/refusal.ts"
import { actorLabel } from "../../kit/booking/answer-messages.server.ts"
import type { Flash } from "../../kit/flash.ts"

const closedLabels = { accepted: "acceptées", refused: "refusées" } as const

/** A repeated press that matches the answer already given is reported as a success. */
export function closedDateRequestMessage(
  { closed, newer }: Extract<AnswerDatesProblem, { kind: "not-open" }>,
  answer: ClosedRequest["status"],
  now: Date,
): Flash {
  if (newer)
    return failureFlash(
      "Le client demande d’autres dates depuis",
      `Il souhaite maintenant\u00a0: ${rentalLabel(newer)}. ${unchanged}`,
    )
  const ago = agoLabel(closed.at, now)
  if (closed.status === "withdrawn")
    return failureFlash("Cette demande de dates n’attend plus de réponse", `Retirée ${ago}. ${unchanged}`)
  const title = `Déjà ${closedLabels[closed.status]} ${actorLabel(closed.by)}, ${ago}`
  return closed.status === answer
    ? { kind: "success", title, text: "Rien n’a été fait deux fois." }
    : failureFlash(title)
}

/** Beside the field when the user can correct it there; otherwise a flash. */
export type ProblemReply = { fields: FormErrors } | { flash: Flash }

const unchanged = "Rien n’a été changé."
const noSuchBooking = failureFlash("Cette réservation n’existe pas")

function failureFlash(title: string, text = unchanged): Flash {
  return { kind: "error", title, text }
}

export function sendProblem(problem: SendProblem): Flash {
  switch (problem.kind) {
    case "not-found":
      return noSuchBooking
    case "not-confirmed":
      return failureFlash("Cette réservation n’est plus confirmée", "Aucun contrat ne part.")
    case "no-template":
      return failureFlash("Il n’y a pas encore de modèle de contrat", "Publiez-en un dans Contrats, puis envoyez.")
  }
}

export function resendProblem(problem: ResendContractProblem, now: Date): Flash {
  switch (problem.kind) {
    case "not-found":
      return noSuchBooking
    case "not-waiting":
      return failureFlash(
        "Aucun contrat n’attend de signature",
        "Il vient d’être signé, remplacé ou son délai est passé.",
      )
    case "just-sent":
      return failureFlash(
        `Un lien a été mis à l’envoi ${agoLabel(problem.at, now)}`,
        "Laissez-lui le temps d’arriver. Rien n’a été envoyé.",
      )
    case "without-mail":
      return failureFlash("Aucun e-mail n’est envoyé à ce client", "Remettez-lui le contrat en main propre.")
  }
}

export function signingErrors(problem: InPersonProblem): ProblemReply {
  switch (problem.kind) {
    case "not-found":
      return { flash: noSuchBooking }
    case "in-the-future":
      return { fields: { le: "Ce jour n’est pas encore venu." } }
    case "before-it-was-made":
      return {
        fields: {
          le: `Cette version date du ${dayMedium(problem.madeOn)}. Un papier d’avant est une autre version\u00a0: faites signer celle-ci.`,
        },
      }
    case "name-missing":
      return { fields: { nom: "Indiquez le nom de la personne qui a signé." } }
    case "name-too-long":
      return { fields: { nom: "Ce nom est trop long." } }
    case "name-unprintable":
      return { fields: { nom: unprintableMessage(problem.text) } }
    case "signature-unprintable":
      return { fields: { signature: unprintableMessage(problem.text) } }
    case "signature-missing":
      return { fields: { signature: "Le client tape son nom ou dessine sa signature." } }
    case "signature-unreadable":
      return {
        fields: { signature: "Cette signature n’a pas pu être lue. Effacez-la et recommencez, ou tapez le nom." },
      }
    case "home-missing":
      return {
        flash: failureFlash(
          "L’adresse du client manque",
          "Rien n’est signé. Complétez sa fiche, puis faites signer la nouvelle version.",
        ),
      }
    case "terms-not-accepted":
      return { fields: { conditions: "Sans cet accord, le contrat n’est pas signé." } }
    case "ticks-missing":
      return {
        fields: Object.fromEntries(
          problem.missing.map((tick) => [
            tick === "earlyPerformance" ? "execution" : "perte",
            "La location a lieu pendant le délai de rétractation\u00a0: cette mention est nécessaire.",
          ]),
        ),
      }
    case "terms-changed":
      return {
        flash: failureFlash(
          "Les conditions de vente ont changé entre-temps",
          "Ouvrez de nouveau le formulaire\u00a0: rien n’est signé.",
        ),
      }
    case "replaced":
      return {
        flash: failureFlash(
          "Ce contrat a été remplacé",
          "Rien n’est signé. Une nouvelle version est à relire et à signer.",
        ),
      }
    case "already-signed":
      // Reported as a success: signed meanwhile, or recorded by an earlier press.
      return {
        flash: {
          kind: "success",
          title: "Ce contrat est déjà signé",
          text: problem.contract.signedAt
            ? `Signé le ${instantLong(problem.contract.signedAt)}. Rien n’a été noté deux fois.`
            : unchanged,
        },
      }
    case "ended":
      return { flash: failureFlash(`Cette réservation est ${statusLabels[problem.status].toLowerCase()}`) }
    case "overdue":
      return { flash: failureFlash("Le délai de signature est passé") }
    case "days-taken":
      return { flash: failureFlash("Les nouvelles dates ne sont plus libres") }
  }
}

const demonstrationText =
  "Elle a un paiement de démonstration et ne prend plus d’argent réel. Pour en recevoir, faites une nouvelle réservation."

const livesAbroadText = `Un particulier qui prouve vivre à l’étranger peut payer jusqu’à ${formatMoney(MAX_CASH_FROM_ABROAD)}. Cochez après avoir vu sa preuve.`

export function recordProblem(problem: RecordProblem | DuplicatePayment | AbovePrice | BeforeBooking): ProblemReply {
  switch (problem.kind) {
    case "not-found":
      return { flash: noSuchBooking }
    case "not-an-amount":
      return { fields: { montant: "Ce montant ne peut pas être noté." } }
    case "before-the-booking":
      return {
        fields: {
          "avant-demande": `Cette réservation a été faite le ${dayLong(problem.madeOn)}. Relisez le jour, surtout l’année\u00a0: des intérêts courent à partir de lui. Ou cochez.`,
        },
      }
    case "noted-already": {
      const { amount, means, receivedOn } = problem.payment
      return {
        fields: {
          "autre-paiement": `${formatMoney(amount)}, ${paymentMeansLabels[means]}, reçu le ${dayMedium(receivedOn)}, déjà noté ${actorLabel(problem.by)}. Si c’est le même, fermez ce formulaire ; sinon, cochez.`,
        },
      }
    }
    case "beyond-the-price":
      return {
        fields: {
          "trop-percu":
            problem.left > 0
              ? `C’est plus que ce qui reste à payer, ${formatMoney(problem.left)}. Relisez le montant, ou cochez.`
              : "Tout est déjà payé. Relisez le montant, ou cochez.",
        },
      }
    case "demonstration":
      return { flash: failureFlash("Cette réservation est une démonstration", demonstrationText) }
    case "too-much-cash": {
      const earlierCashText = problem.before > 0 ? ` Déjà noté en espèces\u00a0: ${formatMoney(problem.before)}.` : ""
      const montant = `En espèces, la loi limite à ${formatMoney(problem.limit)} par réservation.${earlierCashText}`
      return { fields: { montant, ...(problem.abroad && { "vit-a-l-etranger": livesAbroadText }) } }
    }
    case "in-the-future":
      return { fields: { le: "Ce jour n’est pas encore venu\u00a0: notez le paiement une fois reçu." } }
    case "nothing-agreed":
      return {
        flash: failureFlash(
          "Rien n’a été convenu avec ce client",
          "Confirmez la réservation avant de noter un paiement.",
        ),
      }
    case "already-recorded": {
      const { amount, means } = problem.payment
      return {
        flash: failureFlash(
          "Ce formulaire a déjà servi",
          `Il a noté ${formatMoney(amount)}, ${paymentMeansLabels[means]}. Pour un autre paiement, ouvrez un nouveau formulaire.`,
        ),
      }
    }
  }
}

export function correctionProblem(problem: CorrectionProblem): Flash {
  switch (problem.kind) {
    case "not-found":
      return failureFlash("Ce paiement n’existe pas")
    case "not-correctable":
      return failureFlash("Ce paiement est déjà retiré")
    case "refunded":
      return failureFlash("Ce paiement a été remboursé depuis", "Il ne peut plus être retiré.")
  }
}

export function refundProblem(problem: RefundProblem | BeforeRefundOwed, actor: Staff, now: Date): ProblemReply {
  switch (problem.kind) {
    case "not-found":
      return { flash: failureFlash("Ce remboursement n’existe pas") }
    case "already-made": {
      const { refund, by, at } = problem
      const how = [formatMoney(refund.amount), refund.madeMeans && paymentMeansLabels[refund.madeMeans]]
      const flash = {
        title: `Déjà noté ${actorLabel(by)}, ${agoLabel(at, now)}`,
        text: `${how.filter(Boolean).join(", ")}. Rien n’a été noté deux fois.`,
      }
      return { flash: { kind: refund.madeBy === actor.id ? "success" : "error", ...flash } }
    }
    case "before-it-was-owed":
      return {
        fields: {
          "avant-du": `Ce remboursement est dû depuis le ${dayLong(problem.owedOn)}. Relisez le jour, surtout l’année\u00a0: des intérêts courent jusqu’à lui. Ou cochez.`,
        },
      }
    case "not-owed":
      return { flash: failureFlash("Ce remboursement n’est plus dû") }
    case "by-card":
      return { flash: failureFlash("Ce remboursement part de lui-même sur la carte") }
    case "not-a-day":
      return { fields: { le: "Ce jour n’est pas encore venu." } }
    case "too-much-cash":
      return {
        fields: {
          moyen: `En espèces, la loi limite à ${formatMoney(problem.limit)} par réservation. Rendez-le autrement.`,
        },
      }
  }
}
