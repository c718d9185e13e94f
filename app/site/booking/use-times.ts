import { useEffect, useState } from "react"
import type { Day } from "../../../domain/day.ts"
import type { ProposedTimes } from "../../../domain/rental/rental-times.ts"
import type { WizardView } from "./view.ts"

/** The server says the times of the chosen days; the rule itself is loaded after the page, to keep it light. */
export function useTimes({ times, placing, today }: WizardView, days: readonly Day[]): ProposedTimes | null {
  const [current, setCurrent] = useState(times)
  const chosen = days.join()
  useEffect(() => {
    let isOutdated = false
    const update = async () => {
      const { proposeTimes } = await import("../../../domain/rental/rental-times.ts")
      if (!isOutdated) setCurrent(proposeTimes(chosen === "" ? [] : (chosen.split(",") as Day[]), placing, today))
    }
    // Without the file the server's times stay.
    update().catch(() => undefined)
    return () => {
      isOutdated = true
    }
  }, [chosen, placing, today])
  return current
}
