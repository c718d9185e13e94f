import type { DaysProblem } from "./rentable-days.ts"

/** Quoted from the specification, section 8. */
export const DAYS_UNAVAILABLE = "Certaines dates sélectionnées ne sont plus disponibles"

export function daysProblemMessage(problem: DaysProblem | { kind: "days-taken" }): string {
  switch (problem.kind) {
    case "no-days":
      return "Veuillez sélectionner au moins une date"
    case "too-many-days":
      return `${problem.max} jours au plus par réservation`
    case "not-for-rent":
      return "Ce produit n’est plus proposé à la location. Rien n’a été réservé."
    case "outside-window":
    case "days-taken":
      return DAYS_UNAVAILABLE
  }
}
