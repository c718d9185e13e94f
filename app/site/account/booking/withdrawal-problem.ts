import { dayLong } from "../../../../domain/day-labels.ts"
import { statusLabels } from "../../../../domain/booking/status.ts"
import type { WithdrawalProblem } from "../../../../domain/booking/withdrawal.ts"
import { ownerOnlyMessage } from "./date-request-problem.ts"

export function withdrawalProblemText(problem: WithdrawalProblem): string {
  switch (problem.kind) {
    case "not-found":
      return "Cette réservation n’existe plus."
    case "not-allowed":
      return ownerOnlyMessage
    case "ended":
      return `Cette réservation est ${statusLabels[problem.status].toLowerCase()}\u00a0: il n’y a pas de contrat auquel renoncer.`
    case "no-right":
      return noRightText(problem.right)
  }
}

function noRightText(right: Extract<WithdrawalProblem, { kind: "no-right" }>["right"]): string {
  switch (right.kind) {
    case "not-signed":
      return "Aucun contrat n’est signé\u00a0: vous ne devez rien. Pour libérer les dates, annulez la réservation."
    case "none":
      return right.reason === "business"
        ? "La rétractation est réservée aux consommateurs."
        : "Ce contrat ne prévoit pas de délai de rétractation."
    case "performed":
      return "La location a eu lieu en entier, comme vous l’aviez demandé\u00a0: le droit de rétractation a pris fin."
    case "over":
      return `Le délai de rétractation est passé depuis le ${dayLong(right.period.lastDay)}. Vous pouvez encore annuler.`
  }
}
