import { dayMedium } from "../day-labels.ts"
import type { Day } from "../day.ts"
import type { PromoCodeProblem } from "./code-terms.ts"

export function promoCodeProblemText(problem: PromoCodeProblem): string {
  switch (problem.kind) {
    case "unknown-code":
      return "Ce code n’existe pas. Vérifiez son écriture."
    case "not-yet":
      return `Ce code vaut à partir du ${dayMedium(problem.from)}.`
    case "code-ended":
      return "Ce code n’est plus valable."
    case "other-event":
      return `Ce code vaut pour un événement ${periodLabel(problem.from, problem.to)}.`
    case "other-products":
      return "Ce code vaut pour d’autres produits."
    case "code-used-up":
      return "Ce code a déjà été utilisé par d’autres."
    case "code-used-by-you":
      return "Vous avez déjà utilisé ce code."
  }
}

/** "du 1er mai 2027 au 31 août 2027"; empty without a limit. */
export function periodLabel(from: Day | null, to: Day | null): string {
  if (from && to) return `du ${dayMedium(from)} au ${dayMedium(to)}`
  if (from) return `dès le ${dayMedium(from)}`
  return to ? `jusqu’au ${dayMedium(to)}` : ""
}
