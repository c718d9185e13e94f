import { dayInParis } from "../../../../domain/day.ts"
import { dayLong } from "../../../../domain/day-labels.ts"
import { depositMeansLabels } from "../../../../domain/finance/deposit.ts"
import type { DepositView } from "../../../../domain/finance/deposit-state.ts"
import { formatMoney } from "../../../../domain/money.ts"

/** What has become of a deposit, as its customer reads it. */
export function depositText({ state, holdOn, releaseBy, means }: DepositView): string {
  switch (state.kind) {
    case "awaited":
      return `Aucune carte n’est enregistrée. La caution sera autorisée à partir du ${dayLong(holdOn)}, sans être débitée.`
    case "saved":
      return `${state.card} est enregistrée. La caution y sera autorisée à partir du ${dayLong(holdOn)}, sans être débitée.`
    case "held":
      return `Autorisée sur ${state.card}, rien n’est débité. Elle est levée au plus tard le ${dayLong(releaseBy)}.`
    case "refused":
      return state.authentication
        ? "La banque demande que vous confirmiez vous-même l’autorisation."
        : `La banque a refusé l’autorisation sur ${state.card}. Vous pouvez essayer une autre carte.`
    case "in-hand":
      return `Reçue par ${depositMeansLabels[state.means]} le ${dayLong(state.receivedOn)}. Elle vous est rendue au plus tard le ${dayLong(releaseBy)}.`
    case "deciding":
      return state.kept > 0
        ? `${formatMoney(state.kept)} sont gardés, le reste est levé\u00a0: la banque le confirme d’ordinaire dans la minute.`
        : "La caution est en train d’être levée."
    case "released":
      return means === null ? "Aucune caution n’est demandée finalement." : `Levée le ${dayLong(dayInParis(state.at))}.`
    case "kept":
      return `${formatMoney(state.amount)} ont été gardés le ${dayLong(dayInParis(state.at))}, le reste est levé.${state.reason ? ` Motif\u00a0: ${state.reason}` : ""}`
    case "not-taken":
      return "L’autorisation a pris fin. Nous vous écrivons au sujet de ce qui reste dû."
  }
}

/** Whether a card is asked for, now. */
export function asksForCard({ state, open }: DepositView): boolean {
  return open && (state.kind === "awaited" || state.kind === "refused")
}
