import { cookieChoiceDays } from "../domain/retention/on-device.ts"

/** Key of the choice in the browser's storage, and name of the cookie that tells the server (D23). */
export const cookiePreferencesKey = "cookiePreferences"

/** The choice is asked again after six months (D23). */
export const askAgainAfterSeconds = cookieChoiceDays * 24 * 60 * 60

/** Necessary cookies are never refused; `chosenAt` tells when to ask again. */
export type CookieChoice = { analytics: boolean; marketing: boolean; chosenAt: Date }

/** What the browser's storage keeps (specification, "Cookie management"). */
export type StoredPreferences = { necessary: true; analytics: boolean; marketing: boolean; date: string }

const form = /^([01])([01])\.(\d{1,12})$/

/** "10.1795219200": analytics yes, marketing no, and when, in seconds. Only characters that a cookie may hold. */
export function cookieValueOf({ analytics, marketing, chosenAt }: CookieChoice): string {
  return `${analytics ? 1 : 0}${marketing ? 1 : 0}.${Math.floor(chosenAt.getTime() / 1000)}`
}

/** The choice in a cookie's value; null when it is none of ours, six months old, or from the future. */
export function readCookieValue(value: string, at: Date): CookieChoice | null {
  const found = form.exec(value)
  if (!found) return null
  const [, analytics, marketing, seconds] = found
  const age = at.getTime() / 1000 - Number(seconds)
  // A clock may be some minutes ahead of ours, not a day.
  if (age > askAgainAfterSeconds || age < -86_400) return null
  return { analytics: analytics === "1", marketing: marketing === "1", chosenAt: new Date(Number(seconds) * 1000) }
}

/** The choice among the cookies of a request or of a document; null before it is made and once it is too old. */
export function cookieChoiceIn(cookies: string, at: Date): CookieChoice | null {
  for (const part of cookies.split(";")) {
    const [name, value = ""] = part.split("=").map((text) => text.trim())
    if (name === cookiePreferencesKey) return readCookieValue(value, at)
  }
  return null
}

export function storedPreferencesOf({ analytics, marketing, chosenAt }: CookieChoice): StoredPreferences {
  return { necessary: true, analytics, marketing, date: chosenAt.toISOString() }
}
