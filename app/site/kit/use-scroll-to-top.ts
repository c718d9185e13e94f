import { useEffect, useEffectEvent } from "react"
import { useNavigationType } from "react-router"

/** For a page that a step of the wizard leads to: it begins at its top, where the steps keep their place. */
export function useScrollToTop(): void {
  const type = useNavigationType()
  const begin = useEffectEvent(() => {
    // A page that was loaded, or found again in the history, is where the browser put it.
    if (type !== "POP") window.scrollTo({ top: 0, behavior: "instant" })
  })
  useEffect(() => begin(), [])
}
