import type { WizardChoice } from "../../../domain/booking/choice.ts"
import { findOfferedDay } from "../../../domain/availability/offered-day.ts"
import { findPlan } from "../../../domain/pricing/rate-plan.ts"
import type { WizardView } from "./view.ts"

export type LostHours = "start" | "extra-hours" | null

/** Unavailable days are neither priced nor sent, unless they may be this customer's own. */
export function availableChoice(view: WizardView, choice: WizardChoice): WizardChoice {
  if (view.step === "register" || (view.alreadyRequested && view.step === "delivery")) return choice
  const days = choice.days.filter((day) => !view.unavailable.includes(day))
  const isByDay = findPlan(view.plans, choice.plan?.id)?.kind === "day"
  const hasAll = days.length === choice.days.length
  return { ...choice, days: isByDay || hasAll ? days : [], plan: withFreeHours(view, choice) }
}

/** The day stays chosen while it has another start. */
function withFreeHours(view: WizardView, { days: [day], plan }: WizardChoice): WizardChoice["plan"] {
  const starts = view.step === "calendar" && day !== undefined ? findOfferedDay(view, day)?.starts : undefined
  const start = starts?.find(({ time }) => time === plan?.startTime)
  if (!plan || !start) return plan
  if (start.extraHours === null) return { ...plan, startTime: null }
  return start.extraHours < plan.extraHours ? { ...plan, extraHours: start.extraHours } : plan
}

export function findLostHours({ plan: wanted }: WizardChoice, { plan: available }: WizardChoice): LostHours {
  if (wanted?.startTime !== available?.startTime) return "start"
  return wanted?.extraHours === available?.extraHours ? null : "extra-hours"
}
