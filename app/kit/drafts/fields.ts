import { type Field, enterValue, fieldValue, isField } from "../../ui/enter.ts"
import type { Draft } from "./store.ts"

type Values = Draft["fields"]

/** Never stores passwords, cards, files, buttons or hidden fields. `DraftRows` restores the `covered` ones. */
function draftableFields(form: HTMLFormElement, covered: ReadonlySet<string>): Field[] {
  return [...form.elements].filter(isField).filter((field) => {
    if (field.name === "" || covered.has(field.name) || field.matches(":disabled")) return false
    return !excludedTypes.has(field.type) && !/password|one-time-code|cc-/.test(field.autocomplete)
  })
}

const excludedTypes: ReadonlySet<string> = new Set(["hidden", "password", "file", "submit", "button", "image", "reset"])

export function readFields(form: HTMLFormElement, covered: ReadonlySet<string>): Values {
  const values: Record<string, string[]> = {}
  for (const field of draftableFields(form, covered)) (values[field.name] ??= []).push(fieldText(field))
  return values
}

function fieldText(field: Field): string {
  const entered = fieldValue(field)
  return typeof entered === "boolean" ? (entered ? "checked" : "") : entered
}

export function restoreFields(
  form: HTMLFormElement,
  values: Values,
  covered: ReadonlySet<string>,
  pending = placeKeys(values),
): { changed: boolean; missing: ReadonlySet<string> } {
  let changed = false
  const missing = new Set(pending)
  const counts = new Map<string, number>()
  for (const field of draftableFields(form, covered)) {
    const place = counts.get(field.name) ?? 0
    counts.set(field.name, place + 1)
    const value = values[field.name]?.[place]
    if (value === undefined || !missing.delete(placeKey(field.name, place)) || value === fieldText(field)) continue
    changed = true
    enterValue(field, typeof fieldValue(field) === "boolean" ? value === "checked" : value)
  }
  return { changed, missing }
}

const placeKey = (name: string, place: number) => `${place} ${name}`

function placeKeys(values: Values): ReadonlySet<string> {
  return new Set(Object.entries(values).flatMap(([name, texts]) => texts.map((_, place) => placeKey(name, place))))
}

/** Some forms query the server before they show a field. */
const MAX_WAIT_MS = 10_000

export function restoreLateFields(
  form: HTMLFormElement,
  values: Values,
  covered: ReadonlySet<string>,
  missing: ReadonlySet<string>,
): () => void {
  let pending = missing
  const observer = new MutationObserver(() => {
    pending = restoreFields(form, values, covered, pending).missing
    if (pending.size === 0) stop()
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
