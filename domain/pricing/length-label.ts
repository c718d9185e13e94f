import type { PlanLength } from "./rate-plan.ts"

/** "par jour", "les 4 heures" */
export function lengthLabel({ unit, count }: PlanLength): string {
  if (count === 1) return unit === "day" ? "par jour" : "l’heure"
  return `les ${count}\u00a0${unit === "day" ? "jours" : "heures"}`
}
