import type { PlanProblem } from "../pricing/rate-plan.ts"
import { DAYS_UNAVAILABLE } from "./days-unavailable.ts"
import { startsOnSentence } from "./starts-on.ts"
import type { DaysProblem } from "./rentable-days.ts"

export function daysProblemMessage(problem: DaysProblem | { kind: "days-taken" }): string {
  switch (problem.kind) {
    case "no-days":
      return "Veuillez sélectionner au moins une date"
    case "too-many-days":
      return `${problem.max} jours au plus par réservation`
    case "not-for-rent":
      return "Ce produit n’est plus proposé à la location. Rien n’a été réservé."
    case "plan-refused":
      return planProblemMessage(problem.problem)
    case "outside-window":
    case "days-taken":
      return DAYS_UNAVAILABLE
  }
}

function planProblemMessage(problem: PlanProblem): string {
  switch (problem.kind) {
    case "unknown-plan":
      return "Cette formule n’est plus proposée. Choisissez-en une autre."
    case "plan-weekday":
      return startsOnSentence(problem.weekdays)
    case "plan-length":
      if (problem.season !== undefined) return seasonLengthMessage(problem.season, problem.minimum)
      return `Cette formule se loue ${planLength(problem)}.`
    case "one-day":
      return "Choisissez un seul jour pour cette formule."
    case "unknown-start":
      return "Choisissez une heure de début."
    case "extra-hours":
      if (problem.maximum === 0) return "Cette formule n’a pas d’heure en plus."
      return problem.maximum === 1
        ? "Choisissez une heure supplémentaire au plus."
        : `Choisissez ${problem.maximum} heures supplémentaires au plus.`
  }
}

/** "Haute saison : 3 jours au moins." */
function seasonLengthMessage(season: string, minimum: number): string {
  return `${season}\u00a0: ${minimum}\u00a0jours au moins.`
}

function planLength({ minimum, maximum }: { minimum: number; maximum: number | null }): string {
  if (maximum === null) return `pour ${minimum} jours au moins`
  if (maximum === minimum) return maximum === 1 ? "pour un jour" : `pour ${maximum} jours`
  return `de ${minimum} à ${maximum} jours`
}
