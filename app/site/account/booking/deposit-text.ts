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
        ? "Aucune carte n’est enregistrée. La caution est autorisée sur la carte que vous enregistrez, sans être débitée."
        : `Aucune carte n’est enregistrée. La caution sera autorisée à partir du ${dayLong(holdOn)}, sans être débitée.`
    case "saved":
      if (!goesOn)
        return `La réservation a pris fin\u00a0: rien n’est autorisé sur ${state.card}, qui est oubliée au plus tard le ${dayLong(releaseBy)}.`
      return holdDue
        ? `${state.card} est enregistrée. L’autorisation de la caution y est demandée à la banque, sans débit.`
        : `${state.card} est enregistrée. La caution y sera autorisée à partir du ${dayLong(holdOn)}, sans être débitée.`
    case "held":
      if (!goesOn)
        return `Autorisée sur ${state.card}, rien n’est débité. La réservation a pris fin\u00a0: elle est à lever.`
      return announced
        ? `Autorisée sur ${state.card}, rien n’est débité.`
        : `Autorisée sur ${state.card}, rien n’est débité. Elle est levée au plus tard le ${dayLong(releaseBy)}, si aucune retenue n’est annoncée.`
    case "refused":
      return state.authentication
        ? "La banque demande que vous confirmiez vous-même l’autorisation."
        : `La banque a refusé l’autorisation sur ${state.card}. Vous pouvez essayer une autre carte.`
    case "in-hand":
      return `Reçue par ${depositMeansLabels[state.means]} le ${dayLong(state.receivedOn)}.${announced ? "" : ` À vous rendre au plus tard le ${dayLong(releaseBy)}, si aucune retenue n’est annoncée.`}`
    case "deciding":
      return decidingText(state.retained)
    case "released":
      return means === null
        ? "Aucune caution n’est demandée finalement."
        : `${means === "card" ? "Levée" : "Rendue"} le ${dayLong(dayInParis(state.at))}.`
    case "kept":
      return `${formatMoney(state.amount)} ont été gardés le ${dayLong(dayInParis(state.at))}${means === "card" ? ", le reste est levé" : ""}.${state.reason ? ` Motif\u00a0: ${state.reason}` : ""}`
    case "not-taken":
      return `La retenue de ${formatMoney(state.amount)} n’a pas pu être débitée\u00a0: l’autorisation avait pris fin, ou la banque a refusé.`
  }
}

function decidingText(retainedAmount: Cents): string {
  return retainedAmount > 0
    ? `Nous avons décidé de garder ${formatMoney(retainedAmount)}. Ce débit et la levée du reste sont demandés à la banque.`
    : "Sa levée est demandée à la banque."
}

export function needsCustomerAction(deposit: DepositView): boolean {
  return deposit.open && (deposit.announced !== null || needsCard(deposit))
}

export function needsCard({ state, open }: DepositView): boolean {
  return open && (state.kind === "awaited" || state.kind === "refused")
}
