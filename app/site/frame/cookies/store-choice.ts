import { type CookieChoice, cookiePreferencesKey, toStoredPreferences } from "../../../../isomorphic/cookie-choice.ts"

/** The specification prescribes this storage; where browsers refuse it, the cookie remains. */
export function storeChoice(choice: CookieChoice): void {
  try {
    localStorage.setItem(cookiePreferencesKey, JSON.stringify(toStoredPreferences(choice)))
  } catch {
    // Storage is full or forbidden.
  }
}

export function readFormChoice(form: HTMLFormElement, pressed: HTMLElement | null): CookieChoice {
  const chosen = pressed instanceof HTMLButtonElement ? pressed.value : ""
  const fields = new FormData(form)
  const answer = (name: string) =>
    chosen === "accepter" ? true : chosen === "refuser" ? false : fields.get(name) === "oui"
  return { analytics: answer("analytics"), marketing: answer("marketing"), chosenAt: new Date() }
}
