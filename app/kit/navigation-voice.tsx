import { useEffect, useRef, useState } from "react"
import { useLocation, useNavigation } from "react-router"

/** What a page says of itself when only its query has changed: the month that is shown, how many were found. */
const RESULT = "main [data-result]"

/**
 * After a link or a form that a script has followed. Another page: its heading takes the focus, unless the page has given
 * it to something itself. The same page with another query keeps the focus, and its result is said. Last of the page, so
 * that its effect runs after theirs.
 */
export function NavigationVoice() {
  const { pathname, search } = useLocation()
  const { state } = useNavigation()
  const [said, setSaid] = useState("")
  const shown = useRef({ pathname, search, title: "" })
  /** Where the focus was when the way began. */
  const left = useRef<Element | null>(null)

  useEffect(() => {
    if (state !== "idle") left.current ??= document.activeElement
  }, [state])

  useEffect(() => {
    const from = shown.current
    const { title } = document
    shown.current = { pathname, search, title }
    if (from.pathname === pathname && from.search === search) return
    const active = document.activeElement
    const pressed = left.current
    left.current = null
    const chosen = active !== null && active !== document.body && active !== pressed
    if (from.pathname === pathname) {
      const results = [...document.querySelectorAll(RESULT)].map(({ textContent }) => textContent.trim())
      setSaid(chosen ? "" : results.join(", ") || (title === from.title ? "" : title))
      return
    }
    setSaid("")
    if (chosen || active?.closest("dialog[open]")) return
    const heading = document.querySelector<HTMLElement>("main h1")
    heading?.setAttribute("tabindex", "-1")
    heading?.focus({ preventScroll: true })
  }, [pathname, search])

  return (
    <p className="sr-only" role="status">
      {said}
    </p>
  )
}
