import { useEffect } from "react"
import { useLocation } from "react-router"
import { cookiePreferencesKey } from "../../../../isomorphic/cookie-choice.ts"
import { storeChoice } from "./store-choice.ts"
import { putBackTyped } from "./typed-over-reload.ts"

export type KnownChoice = { analytics: boolean; marketing: boolean; chosenAt: string }

/** A choice made while no script ran reaches the browser's storage too; what was typed when it was made is put back. */
export function StoredChoice({ choice: { analytics, marketing, chosenAt } }: { choice: KnownChoice }) {
  useEffect(() => {
    if (keptDate() !== chosenAt) storeChoice({ analytics, marketing, chosenAt: new Date(chosenAt) })
  }, [analytics, marketing, chosenAt])
  const { pathname, search } = useLocation()
  const place = pathname + search
  useEffect(() => {
    let stop = () => {}
    // Fields that React shows only once it is awake are there after its own turn.
    const timer = setTimeout(() => (stop = putBackTyped(place)))
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [place])
  return null
}

function keptDate(): string | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(cookiePreferencesKey) ?? "null")
    return kept !== null && typeof kept === "object" && "date" in kept ? String(kept.date) : null
  } catch {
    return null
  }
}
