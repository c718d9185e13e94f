import { useEffect, useState } from "react"
import { type WizardChoice, wizardSearch } from "../../../domain/booking/wizard.ts"
import type { WizardView } from "./view.ts"

/**
 * What is being chosen, at once in the page and in its URL, so that a reload or the back button finds it again (D9).
 * The URL is replaced without asking the server: prices follow from the same rule on both sides.
 */
export function useChoice(view: WizardView): [WizardChoice, (choice: WizardChoice) => void] {
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
    const search = wizardSearch(view.step, choice, view.month)
    if (search !== window.location.search)
      window.history.replaceState(window.history.state, "", window.location.pathname + search)
  }, [view.step, view.month, choice])
  return [choice, setChoice]
}
