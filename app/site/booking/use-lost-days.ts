import { useEffect, useEffectEvent } from "react"
import { DAYS_UNAVAILABLE } from "../../../domain/availability/days-unavailable.ts"
import type { WizardChoice } from "../../../domain/booking/choice.ts"
import { daysLong } from "../../../domain/day-labels.ts"
import { findPlan } from "../../../domain/pricing/rate-plan.ts"
import { useToast } from "../../ui/toast.tsx"
import type { WizardView } from "./view.ts"

/** Drops unsent days that the reloaded calendar shows as booked (decision 57). */
export function useLostDays(view: WizardView, choice: WizardChoice, setChoice: (choice: WizardChoice) => void): void {
  const toast = useToast()
  const dropLostDays = useEffectEvent(() => {
    if (view.step !== "calendar") return
    const states = new Map(view.days.map(({ day, state }) => [day, state]))
    // The notice above the calendar already lists the days from the URL.
    const isByDay = findPlan(view.plans, choice.plan?.id)?.kind === "day"
    // A stretch is sold by its first day.
    const lostDays = (isByDay ? choice.days : choice.days.slice(0, 1)).filter(
      (day) => (states.get(day) ?? "free") !== "free" && !view.unavailable.includes(day),
    )
    if (lostDays.length === 0) return
    setChoice({ ...choice, days: isByDay ? choice.days.filter((day) => !lostDays.includes(day)) : [] })
    const replace = `À remplacer\u00a0: ${daysLong(lostDays)}. Le reste de vos choix est gardé.`
    toast({ kind: "error", title: DAYS_UNAVAILABLE, text: replace })
  })
  useEffect(() => dropLostDays(), [view.days])
}
