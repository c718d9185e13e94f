import { useEffect, useState } from "react"
import { useLocation } from "react-router"
import { type WizardChoice, readMode, wizardSearch } from "../../../domain/booking/choice.ts"
import type { WizardView } from "./view.ts"

/** Replaces the URL without a request, so that a reload or "back" restores the choice (D9). */
export function useChoice(
  view: WizardView,
  isDeliveryTicked: boolean | null,
): [WizardChoice, (choice: WizardChoice) => void] {
  const { key } = useLocation()
  const viewSearch = wizardSearch(view.step, view.choice)
  const [choice, setChoice] = useState(view.choice)
  const [lastSearch, setLastSearch] = useState(viewSearch)
  if (lastSearch !== viewSearch) {
    setLastSearch(viewSearch)
    setChoice(view.choice)
  }
  useEffect(() => {
    // The register step's URL holds the reason for the sign-in, and offers no choice.
    if (view.step === "register") return
    const mode = isDeliveryTicked ?? readMode(new URLSearchParams(window.location.search))
    const search = wizardSearch(view.step, choice, view.month, view.step === "delivery" ? mode : null)
    if (search !== window.location.search)
      window.history.replaceState(window.history.state, "", window.location.pathname + search)
  }, [view.step, view.month, choice, isDeliveryTicked, key])
  return [choice, setChoice]
}
