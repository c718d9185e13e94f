import { type Cents, formatMoney } from "../money.ts"
import type { RatePlan } from "./rate-plan.ts"

/** A price of a plan is for this long. */
export type PlanLength = { unit: "day" | "hour"; count: number }

export function lengthOfPlan(plan: RatePlan): PlanLength {
  if (plan.kind === "hours") return { unit: "hour", count: plan.hours }
  return { unit: "day", count: plan.kind === "fixed" ? plan.days : plan.minimumDays }
}

/** "par jour", "les 4 heures" */
export function lengthLabel({ unit, count }: PlanLength): string {
  if (count === 1) return unit === "day" ? "par jour" : "l’heure"
  return `les ${count}\u00a0${unit === "day" ? "jours" : "heures"}`
}

/** "250 €/jour", "590 € les 4 heures" */
export function planPriceLabel(plan: RatePlan, dailyPrice: Cents): string {
  if (plan.kind !== "day") return `${formatMoney(plan.price)} ${lengthLabel(lengthOfPlan(plan))}`
  const isDegressive = plan.steps.some((step) => step !== 100)
  return [
    `${formatMoney(dailyPrice)}/jour`,
    isDegressive ? "tarif dégressif" : "",
    plan.minimumDays > 1 ? `${plan.minimumDays}\u00a0jours au moins` : "",
  ]
    .filter(Boolean)
    .join(", ")
}
