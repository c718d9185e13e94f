import { useEffect, useRef, useState } from "react"
import { useLocation, useNavigation } from "react-router"

/** What a page says of itself when only its query has changed: its text, or the value of the attribute when it has one. */
const RESULT = "main [data-result]"
/** What a person goes to by themselves; anything else that has the focus was given it by the page. */
const CONTROL = "a, button, input, select, summary, textarea"
/** Where the keyboard may go on when what it pressed has gone. */
const PLACE = "nav, form, section, main"

/**
 * After a link or a form that a script has followed. Another page: its heading takes the focus, unless the page has given
 * it to something itself. The same page with another query keeps the focus, and what has changed of its result is said.
 * Last of the page, so that its effect runs after theirs.
 */
export function NavigationVoice() {
  const { pathname, search } = useLocation()
  const { state } = useNavigation()
  const [said, setSaid] = useState("")
  const shown = useRef({ pathname, search, title: "", results: [] as string[] })
  /** Where the focus was when the way began, and what stood around it. */
  const left = useRef<{ pressed: Element | null; around: HTMLElement[] } | null>(null)

  useEffect(() => {
    if (state !== "idle") left.current ??= { pressed: document.activeElement, around: placesAround() }
  }, [state])

  useEffect(() => {
    const from = shown.current
    const { title } = document
    const results = readResults()
    shown.current = { pathname, search, title, results }
    if (from.pathname === pathname && from.search === search) return
    const active = document.activeElement
    const before = left.current
    left.current = null
    const chosen = active !== null && active !== document.body && active !== before?.pressed
    if (from.pathname === pathname) {
      if (active === document.body && before?.pressed !== document.body) focusNearest(before?.around ?? [])
      const given = chosen && !active.matches(CONTROL)
      const changed = results.filter((each) => !from.results.includes(each))
      const news = (changed.length > 0 ? changed : results).join(", ") || (title === from.title ? "" : title)
      // The same words twice are only read twice when something of them is another.
      setSaid((last) => (given ? "" : news !== "" && news === last ? `${news}\u00A0` : news))
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

function readResults(): string[] {
  return (
    [...document.querySelectorAll<HTMLElement>(RESULT)]
      // React writes "true" for an attribute without a value.
      .map(({ dataset: { result }, textContent }) => (result && result !== "true" ? result : textContent))
      .map((text) => text.trim().replace(/\s+/g, " "))
      .filter((text) => text !== "")
  )
}

/** From the nearest to the whole screen. */
function placesAround(): HTMLElement[] {
  const places: HTMLElement[] = []
  let place = document.activeElement?.closest<HTMLElement>(PLACE)
  while (place) {
    places.push(place)
    place = place.parentElement?.closest<HTMLElement>(PLACE)
  }
  return places
}

/** The nearest place that is still there: Tab goes on from it. */
function focusNearest(around: readonly HTMLElement[]): void {
  const place = around.find(({ isConnected }) => isConnected) ?? document.getElementById("contenu")
  if (!place) return
  if (!place.hasAttribute("tabindex")) place.setAttribute("tabindex", "-1")
  place.focus({ preventScroll: true })
}
