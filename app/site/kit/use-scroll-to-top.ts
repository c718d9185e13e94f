import { useEffect, useEffectEvent } from "react"
import { useNavigationType } from "react-router"

export function useScrollToTop(): void {
  const type = useNavigationType()
  const scroll = useEffectEvent(() => {
    // The browser restores the position of a loaded or revisited page.
    if (type !== "POP") window.scrollTo({ top: 0, behavior: "instant" })
  })
  useEffect(() => scroll(), [])
}
