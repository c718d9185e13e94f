import { useEffect } from "react"
import { parseCookieChoice, cookiePreferencesKey } from "../../../../isomorphic/cookie-choice.ts"
import { storeChoice } from "./store-choice.ts"

/** A choice made without JavaScript is in the cookie alone: copies it to storage. */
export function CookieChoiceSync() {
  useEffect(() => {
    const choice = parseCookieChoice(document.cookie, new Date())
    if (choice && storedDate() !== choice.chosenAt.toISOString()) storeChoice(choice)
  }, [])
  return null
}

function storedDate(): string | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(cookiePreferencesKey) ?? "null")
    return stored !== null && typeof stored === "object" && "date" in stored ? String(stored.date) : null
  } catch {
    return null
  }
}
