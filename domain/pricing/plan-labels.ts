import { type Cents, formatMoney } from "../money.ts"
import { lengthLabel } from "./length-label.ts"
import { type RatePlan, lengthOfPlan } from "./rate-plan.ts"

/** "250 €/jour", "590 € les 4 heures" */
export function planPriceLabel(plan: RatePlan, dailyPrice: Cents): string {
  const { amount, per } = planPrice(plan, dailyPrice)
  return plan.kind === "day" ? `${amount}${per}` : `${amount} ${per}`
}

export function planPrice(plan: RatePlan, dailyPrice: Cents): { amount: string; per: string } {
  if (plan.kind !== "day") return { amount: formatMoney(plan.price), per: lengthLabel(lengthOfPlan(plan)) }
  const notes = [
    plan.steps.some((step) => step !== 100) && "tarif dégressif",
    plan.minimumDays > 1 && `${plan.minimumDays}\u00a0jours au moins`,
  ]
  return { amount: formatMoney(dailyPrice), per: ["/jour", ...notes].filter(Boolean).join(", ") }
}
