import { useEffect, useEffectEvent } from "react"
import { DAYS_TAKEN } from "../../../domain/availability/days-labels.ts"
import type { WizardChoice } from "../../../domain/booking/choice.ts"
import { daysLong } from "../../../domain/day-labels.ts"
import { useToast } from "../../ui/toast.tsx"
import type { WizardView } from "./view.ts"

/**
 * Days that were ticked here and not sent, and that the calendar shows as taken once it was read again (decision 57):
 * they are no longer chosen, and it is said. Days in months that are not shown are found when the step is sent.
 */
export function useLostDays(view: WizardView, choice: WizardChoice, setChoice: (choice: WizardChoice) => void): void {
  const toast = useToast()
  const look = useEffectEvent(() => {
    if (view.step !== "calendar") return
    const shown = new Map(view.days.map(({ day, state }) => [day, state]))
    // What the address says already, the notice above the calendar says.
    const lost = choice.days.filter((day) => (shown.get(day) ?? "free") !== "free" && !view.unavailable.includes(day))
    if (lost.length === 0) return
    setChoice({ ...choice, days: choice.days.filter((day) => !lost.includes(day)) })
    const replace = `À remplacer\u00a0: ${daysLong(lost)}. Le reste de vos choix est gardé.`
    toast({ kind: "error", title: DAYS_TAKEN, text: replace })
  })
  useEffect(() => look(), [view.days])
}
