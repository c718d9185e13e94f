import { useEffect, useState } from "react"
import { useLocation } from "react-router"
import { type WizardChoice, readPlace, wizardSearch } from "../../../domain/booking/choice.ts"
import type { WizardView } from "./view.ts"

/**
 * What is being chosen, at once in the page and in its URL, so that a reload or the back button finds it again (D9).
 * The URL is replaced without asking the server: prices follow from the same rule on both sides. `ticked` is the last
 * step's own answer.
 */
export function useChoice(view: WizardView, ticked: boolean | null): [WizardChoice, (choice: WizardChoice) => void] {
  const { key } = useLocation()
  const given = wizardSearch(view.step, view.choice)
  const [choice, setChoice] = useState(view.choice)
  const [known, setKnown] = useState(given)
  if (known !== given) {
    setKnown(given)
    setChoice(view.choice)
  }
  useEffect(() => {
    // The register step's URL also says why one is asked to sign in; and nothing is chosen there.
    if (view.step === "register") return
    const mode = ticked ?? readPlace(new URLSearchParams(window.location.search)).isDelivery
    const search = wizardSearch(view.step, choice, view.month, view.step === "delivery" ? mode : null)
    if (search !== window.location.search)
      window.history.replaceState(window.history.state, "", window.location.pathname + search)
  }, [view.step, view.month, choice, ticked, key])
  return [choice, setChoice]
}
