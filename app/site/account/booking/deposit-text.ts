import { dayInParis } from "../../../../domain/day.ts"
import { dayLong } from "../../../../domain/day-labels.ts"
import { depositMeansLabels } from "../../../../domain/finance/deposit.ts"
import type { DepositView } from "../../../../domain/finance/deposit-state.ts"
import { type Cents, formatMoney } from "../../../../domain/money.ts"

/** Never presents a decision as done before the bank has carried it out. */
export function depositText(deposit: DepositView): string {
  const { state, holdOn, releaseBy, means, goesOn, holdDue, announced } = deposit
  switch (state.kind) {
    case "awaited":
      if (!goesOn) return "La réservation a pris fin\u00a0: aucune caution n’est demandée."
      return holdDue
        ? "Enregistrez une carte pour l’empreinte\u00a0: rien n’est débité."
        : `Aucune carte enregistrée. L’empreinte sera prise le ${dayLong(holdOn)}, sans débit.`
    case "saved":
      if (!goesOn)
        return `La réservation a pris fin\u00a0: aucune empreinte sur ${state.card}, effacée au plus tard le ${dayLong(releaseBy)}.`
      return holdDue
        ? `${state.card} enregistrée. Nous demandons l’empreinte à la banque, sans débit.`
        : `${state.card} enregistrée. L’empreinte sera prise le ${dayLong(holdOn)}, sans débit.`
    case "held":
      if (!goesOn)
        return `Empreinte sur ${state.card}, rien n’est débité. La réservation a pris fin\u00a0: nous la levons.`
      return announced
        ? `Empreinte sur ${state.card}, rien n’est débité.`
        : `Empreinte sur ${state.card}, rien n’est débité. Levée au plus tard le ${dayLong(releaseBy)}, sauf retenue annoncée.`
    case "refused":
      return state.authentication
        ? "Votre banque vous demande de confirmer l’empreinte."
        : `La banque a refusé l’empreinte sur ${state.card}. Essayez une autre carte.`
    case "in-hand":
      return `Reçue par ${depositMeansLabels[state.means]} le ${dayLong(state.receivedOn)}.${announced ? "" : ` Rendue au plus tard le ${dayLong(releaseBy)}, sauf retenue annoncée.`}`
    case "deciding":
      return decidingText(state.retained)
    case "released":
      return means === null
        ? "Aucune caution n’est demandée finalement."
        : `${means === "card" ? "Levée" : "Rendue"} le ${dayLong(dayInParis(state.at))}.`
    case "kept":
      return `${formatMoney(state.amount)} ont été gardés le ${dayLong(dayInParis(state.at))}${means === "card" ? ", le reste est levé" : ""}.${state.reason ? ` Motif\u00a0: ${state.reason}` : ""}`
    case "not-taken":
      return `La retenue de ${formatMoney(state.amount)} n’a pas pu être débitée.`
  }
}

function decidingText(retainedAmount: Cents): string {
  return retainedAmount > 0
    ? `Nous avons décidé de garder ${formatMoney(retainedAmount)}. La demande est partie à la banque.`
    : "Sa levée est demandée à la banque."
}

export function needsCustomerAction(deposit: DepositView): boolean {
  return deposit.open && (deposit.announced !== null || needsCard(deposit))
}

export function needsCard({ state, open }: DepositView): boolean {
  return open && (state.kind === "awaited" || state.kind === "refused")
}
