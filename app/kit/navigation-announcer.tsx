import { useEffect, useRef, useState } from "react"
import { useLocation, useNavigation } from "react-router"

const RESULT = "main [data-result]"
const CONTROL = "a, button, input, select, summary, textarea"
const PLACE = "nav, form, section, main"

/** Must be last on the page, so that its effect runs after the page's own. */
export function NavigationAnnouncer() {
  const { pathname, search } = useLocation()
  const { state } = useNavigation()
  const [announcement, setAnnouncement] = useState("")
  const lastPage = useRef({ pathname, search, title: "", results: [] as string[] })
  const departure = useRef<{ pressed: Element | null; places: HTMLElement[] } | null>(null)

  useEffect(() => {
    if (state !== "idle") departure.current ??= { pressed: document.activeElement, places: surroundingPlaces() }
  }, [state])

  useEffect(() => {
    const previous = lastPage.current
    const { title } = document
    const results = readResults()
    lastPage.current = { pathname, search, title, results }
    if (previous.pathname === pathname && previous.search === search) return
    const active = document.activeElement
    const before = departure.current
    departure.current = null
    const hasMoved = active !== null && active !== document.body && active !== before?.pressed
    if (previous.pathname === pathname) {
      if (active === document.body && before?.pressed !== document.body) focusNearest(before?.places ?? [])
      const isSetByPage = hasMoved && !active.matches(CONTROL)
      const changed = results.filter((each) => !previous.results.includes(each))
      const text = (changed.length > 0 ? changed : results).join(", ") || (title === previous.title ? "" : title)
      // Screen readers repeat identical text only when it differs.
      setAnnouncement((last) => (isSetByPage ? "" : text !== "" && text === last ? `${text}\u00A0` : text))
      return
    }
    setAnnouncement("")
    if (hasMoved || active?.closest("dialog[open]")) return
    const heading = document.querySelector<HTMLElement>("main h1")
    heading?.setAttribute("tabindex", "-1")
    heading?.focus({ preventScroll: true })
  }, [pathname, search])

  return (
    <p className="sr-only" role="status">
      {announcement}
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

function surroundingPlaces(): HTMLElement[] {
  const places: HTMLElement[] = []
  let place = document.activeElement?.closest<HTMLElement>(PLACE)
  while (place) {
    places.push(place)
    place = place.parentElement?.closest<HTMLElement>(PLACE)
  }
  return places
}

function focusNearest(places: readonly HTMLElement[]): void {
  const place = places.find(({ isConnected }) => isConnected) ?? document.getElementById("contenu")
  if (!place) return
  if (!place.hasAttribute("tabindex")) place.setAttribute("tabindex", "-1")
  place.focus({ preventScroll: true })
}
