import type { KeptForm } from "./kept-fields.ts"

/** All that is kept begins so: one entry for each person and page, of this tab only. */
const PREFIX = "guinguette.saisie."
const keyOf = (userId: string, place: string) => `${PREFIX}${userId} ${place}`
/** Longer than any form of ours; a browser gives a tab some five million characters for everything. */
const LONGEST = 500_000

export function readKept(userId: string, place: string): KeptForm[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId, place)) ?? "[]")
    return Array.isArray(stored) ? stored.filter(isKeptForm) : []
  } catch {
    return []
  }
}

/** Keeps this form beside the others of its page. */
export function keep(userId: string, place: string, form: KeptForm): void {
  const others = readKept(userId, place).filter((other) => other.form !== form.form)
  const text = JSON.stringify([...others, form])
  try {
    if (text.length <= LONGEST) sessionStorage.setItem(keyOf(userId, place), text)
  } catch {
    // No room, or storage is refused: the form works as it would without this.
  }
}

/** One form of a page was saved; what is typed in its others stays. */
export function forgetForm(userId: string, place: string, form: string): void {
  const others = readKept(userId, place).filter((other) => other.form !== form)
  forget(userId, place)
  for (const other of others) keep(userId, place, other)
}

export function forget(userId: string, place: string): void {
  try {
    sessionStorage.removeItem(keyOf(userId, place))
  } catch {
    // There was nothing to forget.
  }
}

/** What somebody else typed before them in this tab is not for who is signed in now; with nobody, everything goes. */
export function forgetOthers(userId: string | null): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX) && (userId === null || !key.startsWith(`${PREFIX}${userId} `)))
        sessionStorage.removeItem(key)
    }
  } catch {
    // There was nothing to forget.
  }
}

/** True when something is kept for the page of this path, whoever typed it. */
export function hasKept(path: string): boolean {
  const { pathname } = new URL(path, "http://ours.invalid")
  try {
    return Object.keys(sessionStorage).some((key) => {
      if (!key.startsWith(PREFIX)) return false
      return key.slice(key.indexOf(" ") + 1).split("?")[0] === pathname
    })
  } catch {
    return false
  }
}

function isKeptForm(value: unknown): value is KeptForm {
  if (typeof value !== "object" || value === null || !("form" in value) || !("fields" in value) || !("rows" in value))
    return false
  const { form, fields, rows } = value
  const isText = (text: unknown) => typeof text === "string"
  return (
    isText(form) &&
    valuesOf(fields).every((texts) => Array.isArray(texts) && texts.every(isText)) &&
    valuesOf(rows).every(isText)
  )
}

const broken: readonly unknown[] = [null]

function valuesOf(value: unknown): readonly unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : broken
}
