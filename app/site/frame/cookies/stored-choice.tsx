import { useEffect } from "react"
import { cookiePreferencesKey } from "../../../../isomorphic/cookie-choice.ts"
import { storeChoice } from "./store-choice.ts"

export type KnownChoice = { analytics: boolean; marketing: boolean; chosenAt: string }

/** A choice made while no script ran reaches the browser's storage too. */
export function StoredChoice({ choice: { analytics, marketing, chosenAt } }: { choice: KnownChoice }) {
  useEffect(() => {
    if (keptDate() !== chosenAt) storeChoice({ analytics, marketing, chosenAt: new Date(chosenAt) })
  }, [analytics, marketing, chosenAt])
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
