import { useEffect, useState } from "react"
import type { Day } from "../../../domain/day.ts"
import type { BookedPlan } from "../../../domain/pricing/rate-plan.ts"
import type { ProposedTimes } from "../../../domain/rental/rental-times.ts"
import type { WizardView } from "./view.ts"

type PlannedDays = { days: readonly Day[]; plan: BookedPlan | null }

/** The server says the times of the chosen days; the rule itself is loaded after the page, to keep it light. */
export function useTimes({ times, placing, today }: WizardView, { days, plan }: PlannedDays): ProposedTimes | null {
  const [current, setCurrent] = useState(times)
  const chosen = JSON.stringify({ dates: days, plan })
  useEffect(() => {
    let isOutdated = false
    const update = async () => {
      const { proposeTimes } = await import("../../../domain/rental/rental-times.ts")
      if (!isOutdated) setCurrent(proposeTimes(JSON.parse(chosen), placing, today))
    }
    // Without the file the server's times stay.
    update().catch(() => undefined)
    return () => {
      isOutdated = true
    }
  }, [chosen, placing, today])
  return current
}
