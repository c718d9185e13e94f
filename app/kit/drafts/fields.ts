import { type Field, enter, enteredIn, isField } from "../../ui/enter.ts"
import type { Draft } from "./store.ts"

type Values = Draft["fields"]

/**
 * The fields of a form that a draft keeps, in their order. Never a password, a payment card, a file or a button, nor
 * what the form hides or has switched off. `covered` are fields that `DraftRows` brings back by itself.
 */
function keptFields(form: HTMLFormElement, covered: ReadonlySet<string>): Field[] {
  return [...form.elements].filter(isField).filter((field) => {
    if (field.name === "" || covered.has(field.name) || field.matches(":disabled")) return false
    return !neverKept.has(field.type) && !/password|one-time-code|cc-/.test(field.autocomplete)
  })
}

const neverKept: ReadonlySet<string> = new Set(["hidden", "password", "file", "submit", "button", "image", "reset"])

/** What the fields of a form say now. */
export function readFields(form: HTMLFormElement, covered: ReadonlySet<string>): Values {
  const values: Record<string, string[]> = {}
  for (const field of keptFields(form, covered)) (values[field.name] ??= []).push(textOf(field))
  return values
}

function textOf(field: Field): string {
  const entered = enteredIn(field)
  return typeof entered === "boolean" ? (entered ? "checked" : "") : entered
}

/**
 * Enters the values of a draft into a form. Answers whether any field said something else, and which values have no
 * field (yet): give those as `wanted` when more of the form is shown.
 */
export function restoreFields(
  form: HTMLFormElement,
  values: Values,
  covered: ReadonlySet<string>,
  wanted = placesIn(values),
): { changed: boolean; missing: ReadonlySet<string> } {
  let changed = false
  const missing = new Set(wanted)
  const seen = new Map<string, number>()
  for (const field of keptFields(form, covered)) {
    const place = seen.get(field.name) ?? 0
    seen.set(field.name, place + 1)
    const value = values[field.name]?.[place]
    if (value === undefined || !missing.delete(placeOf(field.name, place)) || value === textOf(field)) continue
    changed = true
    enter(field, typeof enteredIn(field) === "boolean" ? value === "checked" : value)
  }
  return { changed, missing }
}

const placeOf = (name: string, place: number) => `${place} ${name}`

function placesIn(values: Values): ReadonlySet<string> {
  return new Set(Object.entries(values).flatMap(([name, texts]) => texts.map((_, place) => placeOf(name, place))))
}

/** How long a field may take to appear: some forms ask the server before they show it. */
const MAX_WAIT_MS = 10_000

/**
 * Goes on restoring fields that the form shows only once others are filled or the server has answered. The person's
 * own typing ends the wait, and so does the answered function.
 */
export function restoreLateFields(
  form: HTMLFormElement,
  values: Values,
  covered: ReadonlySet<string>,
  missing: ReadonlySet<string>,
): () => void {
  let wanted = missing
  const observer = new MutationObserver(() => {
    wanted = restoreFields(form, values, covered, wanted).missing
    if (wanted.size === 0) stop()
  })
  const onInput = (event: Event) => {
    if (event.isTrusted) stop()
  }
  const timer = setTimeout(() => stop(), MAX_WAIT_MS)
  const stop = () => {
    clearTimeout(timer)
    observer.disconnect()
    form.removeEventListener("input", onInput)
  }
  observer.observe(form, { childList: true, subtree: true })
  form.addEventListener("input", onInput)
  return stop
}
