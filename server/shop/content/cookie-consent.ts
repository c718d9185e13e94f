import {
  type CookieChoice,
  askAgainAfterSeconds,
  parseCookieChoice,
  cookiePreferencesKey,
  formatCookieValue,
} from "../../../isomorphic/cookie-choice.ts"
import { environment } from "../../platform/environment.server.ts"

type CookieConsent = {
  /** Nothing may be measured while false; reset after six months. */
  decided: boolean
  analytics: boolean
  marketing: boolean
}

/** Check it before measuring or advertising anything (D23). */
export function readCookieConsent(request: Request, at: Date = new Date()): CookieConsent {
  const choice = readCookieChoice(request, at)
  return { decided: choice !== null, analytics: choice?.analytics ?? false, marketing: choice?.marketing ?? false }
}

/** null once the choice has expired. */
export function readCookieChoice(request: Request, at: Date = new Date()): CookieChoice | null {
  return parseCookieChoice(request.headers.get("cookie") ?? "", at)
}

/** Readable by scripts: it mirrors what the browser stores. */
export function cookieChoiceHeader(choice: CookieChoice): string {
  return `${cookiePreferencesKey}=${formatCookieValue(choice)}; Max-Age=${askAgainAfterSeconds}; Path=/; SameSite=Lax${environment.secure ? "; Secure" : ""}`
}
