import { statusLabels } from "../../../../domain/booking/status.ts"
import { instantLong } from "../../../../domain/day-labels.ts"
import { paymentMeansLabels } from "../../../../domain/finance/payment.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { agoLabel } from "../../../../isomorphic/text/relative-time.ts"
import type { SendProblem } from "../../../../server/contracts/contract-queue.ts"
import type { SendAgainProblem } from "../../../../server/contracts/send-again.ts"
import type { InPersonProblem } from "../../../../server/contracts/sign.ts"
import type { CorrectionProblem, RecordProblem } from "../../../../server/finance/payments.ts"
import type { RefundProblem } from "../../../../server/finance/refunds.ts"
import type { FormErrors } from "../../../http/refusal.ts"
import type { Flash } from "../../kit/flash.ts"

/** Beside the fields, where one can mend it; else as a message on the page as it stands now. */
type Told = { fields: FormErrors } | { flash: Flash }

const unchanged = "Rien n’a été changé."
const gone = failed("Cette réservation n’existe pas")

function failed(title: string, text = unchanged): Flash {
  return { kind: "error", title, text }
}

export function sendProblem(problem: SendProblem): Flash {
  switch (problem.kind) {
    case "not-found":
      return gone
    case "not-confirmed":
      return failed("Cette réservation n’est plus confirmée", "Aucun contrat ne part.")
    case "no-template":
      return failed("Il n’y a pas encore de modèle de contrat", "Publiez-en un dans Contrats, puis envoyez.")
  }
}

export function againProblem(problem: SendAgainProblem, now: Date): Flash {
  switch (problem.kind) {
    case "not-found":
      return gone
    case "not-waiting":
      return failed("Aucun contrat n’attend de signature", "Il vient d’être signé, remplacé ou son délai est passé.")
    case "just-sent":
      return failed(
        `Un lien est parti ${agoLabel(problem.at, now)}`,
        "Laissez-lui le temps d’arriver. Rien n’a été envoyé.",
      )
    case "without-mail":
      return failed("Ce client n’a pas d’adresse e-mail", "Remettez-lui le contrat en main propre.")
  }
}

export function signingErrors(problem: InPersonProblem): Told {
  switch (problem.kind) {
    case "not-found":
      return { flash: gone }
    case "in-the-future":
      return { fields: { le: "Ce jour n’est pas encore venu." } }
    case "name-missing":
      return { fields: { nom: "Indiquez le nom de la personne qui a signé." } }
    case "name-too-long":
      return { fields: { nom: "Ce nom est trop long." } }
    case "signature-missing":
      return { fields: { signature: "Le client tape ici son nom, en guise de signature." } }
    case "signature-unreadable":
      return { fields: { signature: "Cette signature ne peut pas être gardée telle quelle." } }
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
        flash: failed(
          "Les conditions de vente ont changé entre-temps",
          "Ouvrez de nouveau le formulaire\u00a0: rien n’est signé.",
        ),
      }
    case "replaced":
      return {
        flash: failed(
          "Ce contrat a été remplacé",
          "Une nouvelle version est à signer\u00a0: relisez-la. Rien n’est signé.",
        ),
      }
    case "already-signed":
      return {
        flash: failed(
          "Ce contrat est déjà signé",
          problem.contract.signedAt ? `Signé le ${instantLong(problem.contract.signedAt)}. ${unchanged}` : unchanged,
        ),
      }
    case "ended":
      return { flash: failed(`Cette réservation est ${statusLabels[problem.status].toLowerCase()}`) }
    case "overdue":
      return { flash: failed("Le délai de signature est passé") }
    case "days-taken":
      return { flash: failed("Les nouvelles dates ne sont plus libres") }
  }
}

export function recordProblem(problem: RecordProblem): Told {
  switch (problem.kind) {
    case "not-found":
      return { flash: gone }
    case "not-an-amount":
      return { fields: { montant: "Ce montant ne peut pas être noté." } }
    case "in-the-future":
      return { fields: { le: "Ce jour n’est pas encore venu\u00a0: notez le paiement une fois reçu." } }
    case "nothing-agreed":
      return {
        flash: failed("Rien n’a été convenu avec ce client", "Confirmez la réservation avant de noter un paiement."),
      }
    case "already-recorded": {
      const { amount, means } = problem.payment
      return {
        flash: failed(
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
      return failed("Ce paiement n’existe pas")
    case "not-correctable":
      return failed("Ce paiement est déjà retiré")
    case "refunded":
      return failed("Ce paiement a été remboursé depuis", "Il ne peut plus être retiré.")
  }
}

export function refundProblem(problem: RefundProblem): Told {
  switch (problem.kind) {
    case "not-found":
      return { flash: failed("Ce remboursement n’existe pas") }
    case "not-open":
      return { flash: failed("Ce remboursement est déjà noté, ou n’est plus dû") }
    case "not-a-day":
      return { fields: { le: "Ce jour n’est pas encore venu." } }
  }
}
