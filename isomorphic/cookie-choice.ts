import { cookieChoiceDays } from "../domain/retention/on-device.ts"

export const cookiePreferencesKey = "cookiePreferences"

/** Six months (D23). */
export const askAgainAfterSeconds = cookieChoiceDays * 24 * 60 * 60

export type CookieChoice = { analytics: boolean; marketing: boolean; chosenAt: Date }

type StoredPreferences = { necessary: true; analytics: boolean; marketing: boolean; date: string }

const pattern = /^([01])([01])\.(\d{1,12})$/

export function formatCookieValue({ analytics, marketing, chosenAt }: CookieChoice): string {
  return `${analytics ? 1 : 0}${marketing ? 1 : 0}.${Math.floor(chosenAt.getTime() / 1000)}`
}

/** null when foreign, expired, or from the future. */
export function readCookieValue(value: string, at: Date): CookieChoice | null {
  const match = pattern.exec(value)
  if (!match) return null
  const [, analytics, marketing, seconds] = match
  const age = at.getTime() / 1000 - Number(seconds)
  // Tolerates clocks up to a day ahead.
  if (age > askAgainAfterSeconds || age < -86_400) return null
  return { analytics: analytics === "1", marketing: marketing === "1", chosenAt: new Date(Number(seconds) * 1000) }
}

export function parseCookieChoice(cookies: string, at: Date): CookieChoice | null {
  for (const part of cookies.split(";")) {
    const [name, value = ""] = part.split("=").map((text) => text.trim())
    if (name === cookiePreferencesKey) return readCookieValue(value, at)
  }
  return null
}

export function toStoredPreferences({ analytics, marketing, chosenAt }: CookieChoice): StoredPreferences {
  return { necessary: true, analytics, marketing, date: chosenAt.toISOString() }
}
