import { useEffect } from "react"
import { cookieChoiceIn, cookiePreferencesKey } from "../../../../isomorphic/cookie-choice.ts"
import { storeChoice } from "./store-choice.ts"

/** A choice made while no script ran is in the cookie alone: it reaches the browser's storage too. */
export function StoredChoice() {
  useEffect(() => {
    const choice = cookieChoiceIn(document.cookie, new Date())
    if (choice && keptDate() !== choice.chosenAt.toISOString()) storeChoice(choice)
  }, [])
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
