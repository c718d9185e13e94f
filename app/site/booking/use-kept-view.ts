import { useState } from "react"
import { useLocation } from "react-router"
import type { WizardView } from "./view.ts"

/**
 * The step to show. A product that is withdrawn while the page is open, which read itself again (decision 57), leaves what
 * was ticked where it stands: `isWithdrawn` is to be said. Whoever goes anywhere is answered that there is none (null).
 */
export function useKeptView(view: WizardView | null): { view: WizardView | null; isWithdrawn: boolean } {
  const { key } = useLocation()
  const [kept, setKept] = useState({ key, view })
  if (view !== null && (kept.view !== view || kept.key !== key)) setKept({ key, view })
  const shown = view ?? (kept.key === key ? kept.view : null)
  return { view: shown, isWithdrawn: view === null && shown !== null }
}
