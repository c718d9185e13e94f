import {
  type CookieChoice,
  askAgainAfterSeconds,
  cookieChoiceIn,
  cookiePreferencesKey,
  cookieValueOf,
} from "../../../isomorphic/cookie-choice.ts"
import { environment } from "../../platform/environment.server.ts"

export type CookieConsent = {
  /** False until the visitor has chosen, and again six months later: nothing may be measured. */
  decided: boolean
  analytics: boolean
  marketing: boolean
}

/** What the visitor has agreed to (D23). Whoever measures or proposes anything asks here first. */
export function cookieConsent(request: Request, at: Date = new Date()): CookieConsent {
  const choice = cookieChoice(request, at)
  return { decided: choice !== null, analytics: choice?.analytics ?? false, marketing: choice?.marketing ?? false }
}

/** The choice itself, with its date; null before it is made and once it is too old. */
export function cookieChoice(request: Request, at: Date = new Date()): CookieChoice | null {
  return cookieChoiceIn(request.headers.get("cookie") ?? "", at)
}

/** The Set-Cookie header that remembers a choice for six months. A script may read it: it mirrors what the browser stores. */
export function cookieChoiceHeader(choice: CookieChoice): string {
  return `${cookiePreferencesKey}=${cookieValueOf(choice)}; Max-Age=${askAgainAfterSeconds}; Path=/; SameSite=Lax${environment.secure ? "; Secure" : ""}`
}
