import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import type { BankLineState } from "../../../../domain/finance/bank-statement.ts"
import {
  type LineProblem,
  dismissLine,
  dismissLinesOfSender,
  reopenLine,
  settleAsRecordedPayment,
  settleAsPayment,
  settleAsRefund,
  settleAsReturnedRefund,
} from "../../../../server/money/bank/decide-line.ts"
import type { RecordProblem } from "../../../../server/money/finance/payments.ts"
import type { CorrectionProblem } from "../../../../server/money/finance/correct-payment.ts"
import type { RefundProblem } from "../../../../server/money/finance/refunds.ts"
import { countLabel } from "../../../../isomorphic/text/count-label.ts"
import { idField } from "../../../http/form-fields.ts"
import { act } from "../../../http/forms.server.ts"
import { redirectWith, refuseWithFlash } from "../../kit/flash.server.ts"

const BookingTarget = z.object({ ligne: idField, reservation: idField })
const PaymentTarget = z.object({ ligne: idField, paiement: idField })
const RefundTarget = z.object({ ligne: idField, remboursement: idField })
const LineTarget = z.object({ ligne: idField })
const Reopening = z.object({ ligne: idField, paiement: idField.optional() })

/** `back` is the page that shows the result. */
export function lineActs(editor: Staff, back: string) {
  const refused = refuseWithFlash(back)
  const redirectWithProblem = (problem: Problem) => redirectWith({ kind: "error", ...problemMessage(problem) }, back)
  return {
    noter: act(
      BookingTarget,
      async ({ ligne, reservation }) => {
        const settled = await settleAsPayment(editor, ligne, reservation)
        if (!settled.ok) return redirectWithProblem(settled.error)
        const text = "La ligne reste parmi les «\u00a0Traitées\u00a0», d’où vous pouvez la reprendre."
        return redirectWith(
          { kind: "success", title: `Paiement noté sur la réservation n°\u00a0${settled.value.number}`, text },
          back,
        )
      },
      { log: "Error recording a payment of a statement", failed: "Le paiement n’a pas pu être noté", refused },
    ),
    relier: act(
      PaymentTarget,
      async ({ ligne, paiement }) => {
        const settled = await settleAsRecordedPayment(editor, ligne, paiement)
        if (!settled.ok) return redirectWithProblem(settled.error)
        const title = `Ligne reliée au virement déjà noté sur la réservation n°\u00a0${settled.value.number}`
        return redirectWith({ kind: "success", title }, back)
      },
      { log: "Error matching a line of a statement", failed: "La ligne n’a pas pu être reliée", refused },
    ),
    rembourse: act(
      RefundTarget,
      async ({ ligne, remboursement }) => {
        const settled = await settleAsRefund(editor, ligne, remboursement)
        if (!settled.ok) return redirectWithProblem(settled.error)
        const title = `Remboursement noté sur la réservation n°\u00a0${settled.value.number}`
        return redirectWith({ kind: "success", title }, back)
      },
      { log: "Error noting a refund of a statement", failed: "Le remboursement n’a pas pu être noté", refused },
    ),
    revenu: act(
      RefundTarget,
      async ({ ligne, remboursement }) => {
        const settled = await settleAsReturnedRefund(editor, ligne, remboursement)
        if (!settled.ok) return redirectWithProblem(settled.error)
        const title = `Remboursement revenu, de nouveau à faire sur la réservation n°\u00a0${settled.value.number}`
        return redirectWith({ kind: "success", title }, back)
      },
      { log: "Error noting a returned refund", failed: "Le retour n’a pas pu être noté", refused },
    ),
    ignorer: act(
      LineTarget,
      async ({ ligne }) => {
        const dismissed = await dismissLine(editor, ligne)
        if (!dismissed.ok) return redirectWithProblem(dismissed.error)
        const text = "Elle reste parmi les «\u00a0Ignorées\u00a0», d’où vous pouvez la reprendre."
        return redirectWith({ kind: "success", title: "Ligne ignorée", text }, back)
      },
      { log: "Error dismissing a line of a statement", failed: "La ligne n’a pas pu être ignorée", refused },
    ),
    "ignorer-emetteur": act(
      LineTarget,
      async ({ ligne }) => {
        const dismissed = await dismissLinesOfSender(editor, ligne)
        if (!dismissed.ok) return redirectWithProblem(dismissed.error)
        const text = "Elles restent parmi les «\u00a0Ignorées\u00a0», d’où vous pouvez les reprendre."
        const { lines } = dismissed.value
        return redirectWith(
          {
            kind: "success",
            title: countLabel(lines, "ligne ignorée", "lignes ignorées", "Aucune ligne ignorée"),
            text,
          },
          back,
        )
      },
      { log: "Error dismissing the lines of a sender", failed: "Les lignes n’ont pas pu être ignorées", refused },
    ),
    reprendre: act(
      Reopening,
      async ({ ligne, paiement }) => {
        const reopened = await reopenLine(editor, ligne, paiement ?? null)
        if (!reopened.ok) return redirectWithProblem(reopened.error)
        return redirectWith({ kind: "success", title: "La ligne est de nouveau à traiter" }, back)
      },
      { log: "Error reopening a line of a statement", failed: "La ligne n’a pas pu être reprise", refused },
    ),
  }
}

type Problem =
  | LineProblem
  | RecordProblem
  | RefundProblem
  | CorrectionProblem
  | { kind: "not-that-payment" | "not-that-refund" | "other-amount" | "refund-noted" }

const decidedTexts: Record<BankLineState, string> = {
  settled: "Elle est déjà traitée.",
  dismissed: "Elle est ignorée\u00a0: reprenez-la d’abord.",
  open: "Elle est de nouveau à traiter.",
}

const unchanged = "Rien n’a été changé"

function problemMessage(problem: Problem): { title: string; text: string } {
  switch (problem.kind) {
    case "decided":
      return { title: "Quelqu’un a été plus rapide", text: decidedTexts[problem.state] }
    case "not-found":
      return { title: unchanged, text: "Cette ligne, ou cette réservation, n’existe plus." }
    case "nothing-agreed":
      return {
        title: unchanged,
        text: "Rien n’a encore été convenu sur cette réservation\u00a0: confirmez-la d’abord.",
      }
    case "demonstration":
      return {
        title: unchanged,
        text: "Cette réservation est une démonstration\u00a0: elle ne prend pas d’argent réel.",
      }
    case "too-much-cash":
      throw new Error("No line of a statement is cash")
    case "not-an-amount":
      return { title: unchanged, text: "Ce montant dépasse ce qu’un paiement peut être." }
    case "in-the-future":
    case "not-a-day":
      return { title: unchanged, text: "La date du relevé n’est pas encore venue." }
    case "already-recorded":
    case "not-that-payment":
      return { title: unchanged, text: "Ce paiement a été retiré, ou relié à une autre ligne, entre-temps." }
    case "not-that-refund":
      return { title: unchanged, text: "Ce remboursement n’est plus noté comme fait par virement." }
    case "refunded":
      return {
        title: "Ce paiement ne peut plus être retiré",
        text: "Une partie a été rendue depuis\u00a0: ce qui a été rendu s’appuie sur lui.",
      }
    case "not-correctable":
      return { title: unchanged, text: "Ce paiement ne peut pas être retiré ici." }
    case "already-made":
      return { title: unchanged, text: "Ce remboursement est déjà noté. Vous pouvez ignorer la ligne." }
    case "not-owed":
      return { title: unchanged, text: "Ce remboursement n’est plus dû." }
    case "by-card":
      return { title: unchanged, text: "Ce remboursement revient de lui-même sur la carte du client." }
    case "other-amount":
      return { title: unchanged, text: "Ce remboursement est d’un autre montant." }
    case "refund-noted":
      return { title: unchanged, text: "Un remboursement noté le reste\u00a0: voyez la réservation." }
  }
}
