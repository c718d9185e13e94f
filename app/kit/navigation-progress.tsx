import { useEffect, useRef } from "react"
import { useNavigation } from "react-router"

/** Shows at once that a tap was heard, while a slow network loads the page. */
export function NavigationProgress() {
  const isBusy = useNavigation().state !== "idle"
  const pressedLink = useRef<Element | null>(null)

  useEffect(() => {
    const remember = ({ target }: MouseEvent) => {
      pressedLink.current = target instanceof Element ? target.closest("a") : null
    }
    document.addEventListener("click", remember, true)
    return () => document.removeEventListener("click", remember, true)
  }, [])

  useEffect(() => {
    const link = pressedLink.current
    if (!isBusy || !link) return
    link.toggleAttribute("data-pending", true)
    return () => void link.toggleAttribute("data-pending", false)
  }, [isBusy])

  return isBusy ? <div className="navigation-progress" aria-hidden="true" /> : null
}
