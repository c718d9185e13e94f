/**
 * What was typed in one form of one page: the values of each field, by its name, in their order; and the rows that the
 * form had then, by theirs (see `KeptRows`).
 */
export type KeptForm = {
  form: string
  fields: Readonly<Record<string, readonly string[]>>
  rows: Readonly<Record<string, string>>
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The version that a form was opened on goes with what was typed over it: otherwise an old text would replace a newer one unseen. */
const VERSION = "vu"

/** The rows of a form that live in a script, as `KeptRows` shows them to the document. */
export const ROWS = "rows"
/** Names of the fields that these rows put back by themselves. */
export const COVERS = "covers"
/** Tells rows what they were; `detail` is the text that they gave. */
export const RESTORE_ROWS = "guinguette:restore-rows"

/** Never written down: passwords, files, buttons, what a form hides, and what asks to be left alone (`data-unkept`). */
function isKept(control: Element): control is Control {
  if (control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement)
    return control.name !== "" && !("unkept" in control.dataset)
  if (!(control instanceof HTMLInputElement) || control.name === "" || "unkept" in control.dataset) return false
  if (control.type === "hidden") return control.name === VERSION
  if (/passw|passe|secret|token/i.test(control.name) || /password|current|one-time|cc-/.test(control.autocomplete))
    return false
  return !["password", "file", "submit", "button", "image", "reset"].includes(control.type)
}

/** Forms that change something, and rows on their way to one; a search is in the address already. */
export function isKeptForm(form: HTMLFormElement): boolean {
  if ("unkept" in form.dataset) return false
  return rowsOf(form).length > 0 || (form.method === "post" && fieldsOf(form).some((control) => !isHidden(control)))
}

/** What is switched off, as a row that was removed, is not sent and not kept. */
function fieldsOf(form: HTMLFormElement): Control[] {
  const covered = new Set(rowsOf(form).flatMap(({ dataset }) => (dataset[COVERS] ?? "").split(" ")))
  return [...form.elements]
    .filter(isKept)
    .filter((control) => !covered.has(control.name) && !control.matches(":disabled"))
}

function rowsOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.elements]
    .filter((control) => control instanceof HTMLInputElement)
    .filter(({ dataset }) => ROWS in dataset)
}

const isHidden = (control: Control) => control instanceof HTMLInputElement && control.type === "hidden"

/** Hidden fields that are other ones each time the page is shown, or that follow what is typed: they name no form. */
const changing: ReadonlySet<string> = new Set([
  "",
  VERSION,
  "affichage",
  "cle",
  "total-vu",
  "message-propose",
  "date",
  "statut",
  "distance-vue",
  "jours",
  "mois",
  "image_url",
  "rester",
  "legende-vue",
  "description-vue",
])

/** Which form of its page it is: by what it is called, what it is about and what it does first; more may be offered later. */
export function nameOf(form: HTMLFormElement): string {
  const about = [...form.elements].flatMap((control) =>
    control instanceof HTMLInputElement && control.type === "hidden" && !changing.has(control.name)
      ? [`${control.name}=${control.value}`]
      : [],
  )
  const act = [...form.elements].find((control) => control instanceof HTMLButtonElement && control.name === "intent")
  return [
    form.getAttribute("aria-label") ?? "",
    ...new Set(about),
    act instanceof HTMLButtonElement ? act.value : "",
  ].join("|")
}

export function keptForm(form: HTMLFormElement): KeptForm {
  const fields: Record<string, string[]> = {}
  for (const control of fieldsOf(form)) (fields[control.name] ??= []).push(valueOf(control))
  const rows = Object.fromEntries(rowsOf(form).map(({ dataset, value }) => [dataset[ROWS] ?? "", value]))
  return { form: nameOf(form), fields, rows }
}

/** A box that is ticked is told by a word that no text field would mistake. */
function valueOf(control: Control): string {
  return isBox(control) ? (control.checked ? "checked" : "") : control.value
}

function isBox(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio")
}

/** The version that a form says it was opened on; null for a form over nothing stored. */
export function versionOf(form: HTMLFormElement): string | null {
  return versionField(form)?.value ?? null
}

export function setVersion(form: HTMLFormElement, version: string): void {
  const field = versionField(form)
  if (field) field.value = version
}

function versionField(form: HTMLFormElement): HTMLInputElement | null {
  const field = form.elements.namedItem(VERSION)
  return field instanceof HTMLInputElement && field.type === "hidden" ? field : null
}

/** The version that the kept text was typed over. */
export function keptVersion({ fields }: KeptForm): string | null {
  return fields[VERSION]?.[0] ?? null
}

/** Puts back the rows that a form had, before what was typed in them; answers whether they were other ones. */
export function restoreRows(form: HTMLFormElement, { rows }: KeptForm): boolean {
  const changed = rowsOf(form).filter(({ dataset, value }) => ![undefined, value].includes(rows[dataset[ROWS] ?? ""]))
  for (const control of changed)
    control.dispatchEvent(new CustomEvent(RESTORE_ROWS, { detail: rows[control.dataset[ROWS] ?? ""] }))
  return changed.length > 0
}

/**
 * Puts back what was typed, but for the version. Answers whether anything of it was not there already, and what has no
 * field (yet): give that as `wanted` when more of the form is shown.
 */
export function restore(
  form: HTMLFormElement,
  { fields }: KeptForm,
  wanted = placesIn(fields),
): { changed: boolean; missing: ReadonlySet<string> } {
  let changed = false
  const missing = new Set(wanted)
  const seen = new Map<string, number>()
  for (const control of fieldsOf(form)) {
    const place = seen.get(control.name) ?? 0
    seen.set(control.name, place + 1)
    const value = fields[control.name]?.[place]
    if (
      value === undefined ||
      !missing.delete(`${place} ${control.name}`) ||
      isHidden(control) ||
      value === valueOf(control)
    )
      continue
    changed = true
    write(control, value)
  }
  return { changed, missing }
}

function placesIn(fields: KeptForm["fields"]): ReadonlySet<string> {
  return new Set(Object.entries(fields).flatMap(([name, values]) => values.map((_, place) => `${place} ${name}`)))
}

/** As if it were typed, so that what listens to the field hears it, React's own copy of the value included. */
function write(control: Control, value: string): void {
  if (isBox(control)) {
    if (control.checked !== (value === "checked")) control.click()
    return
  }
  const prototype = Object.getPrototypeOf(control) as object
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(control, value)
  control.dispatchEvent(new Event("input", { bubbles: true }))
  control.dispatchEvent(new Event("change", { bubbles: true }))
}
