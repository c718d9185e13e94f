import { type CookieChoice, cookiePreferencesKey, storedPreferencesOf } from "../../../../isomorphic/cookie-choice.ts"

/** Writes the choice where the specification says the browser keeps it. A browser that keeps nothing has the cookie. */
export function storeChoice(choice: CookieChoice): void {
  try {
    localStorage.setItem(cookiePreferencesKey, JSON.stringify(storedPreferencesOf(choice)))
  } catch {
    // Storage is full or forbidden.
  }
}

/** The same choice as the form is about to send: the button that was pressed, else the two switches. */
export function choiceOfForm(form: HTMLFormElement, pressed: HTMLElement | null): CookieChoice {
  const chosen = pressed instanceof HTMLButtonElement ? pressed.value : ""
  const fields = new FormData(form)
  const answer = (name: string) =>
    chosen === "accepter" ? true : chosen === "refuser" ? false : fields.get(name) === "oui"
  return { analytics: answer("analytics"), marketing: answer("marketing"), chosenAt: new Date() }
}
