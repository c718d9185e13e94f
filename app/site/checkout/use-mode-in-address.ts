import { useEffect } from "react"
import { modeSearch } from "./step-address.ts"
import type { CheckoutStep } from "./view.ts"

/** What was ticked stands in the address at once: a reload finds it there before the draft has it (D9). */
export function useModeInAddress(step: CheckoutStep, ticked: boolean | null): void {
  useEffect(() => {
    if (step !== "delivery" || ticked === null) return
    window.history.replaceState(window.history.state, "", window.location.pathname + modeSearch(ticked))
  }, [step, ticked])
}
