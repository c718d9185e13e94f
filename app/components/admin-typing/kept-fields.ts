/** What was typed in one form of one page: the values of each field, by its name, in their order. */
export type KeptForm = { form: string; fields: Readonly<Record<string, readonly string[]>> }

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The version that a form was opened on goes with what was typed over it: otherwise an old text would replace a newer one unseen. */
const VERSION = "vu"

/** Never written down: passwords, files, buttons, what a form hides, and what asks to be left alone (`data-unkept`). */
function isKept(control: Element): control is Control {
  if (control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement) return control.name !== "" && !("unkept" in control.dataset)
  if (!(control instanceof HTMLInputElement) || control.name === "" || "unkept" in control.dataset) return false
  if (control.type === "hidden") return control.name === VERSION
  if (/passw|passe|secret|token/i.test(control.name) || /password|current|one-time|cc-/.test(control.autocomplete)) return false
  return !["password", "file", "submit", "button", "image", "reset"].includes(control.type)
}

/** Forms that change something; a search is in the address already. */
export function isKeptForm(form: HTMLFormElement): boolean {
  return form.method === "post" && !("unkept" in form.dataset) && fieldsOf(form).some((control) => !isHidden(control))
}

function fieldsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(isKept)
}

const isHidden = (control: Control) => control instanceof HTMLInputElement && control.type === "hidden"

/** Hidden fields that are other ones each time the page is shown, or that follow what is typed: they name no form. */
const changing: ReadonlySet<string> = new Set(["", VERSION, "affichage", "cle", "total-vu", "message-propose", "date", "statut", "distance-vue", "rester", "legende-vue", "description-vue"])

/** Which form of its page it is: by what it is called, what it does and what it is about. */
export function nameOf(form: HTMLFormElement): string {
  const about = [...form.elements].flatMap((control) => {
    const tells = (control instanceof HTMLInputElement && control.type === "hidden") || (control instanceof HTMLButtonElement && control.name === "intent")
    return tells && !changing.has(control.name) ? [`${control.name}=${control.value}`] : []
  })
  return [form.getAttribute("aria-label") ?? "", ...new Set(about)].join("|")
}

export function keptForm(form: HTMLFormElement): KeptForm {
  const fields: Record<string, string[]> = {}
  for (const control of fieldsOf(form)) (fields[control.name] ??= []).push(valueOf(control))
  return { form: nameOf(form), fields }
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

/** Puts back what was typed, but for the version; answers whether anything of it was not there already. */
export function restore(form: HTMLFormElement, { fields }: KeptForm): boolean {
  let changed = false
  const seen = new Map<string, number>()
  for (const control of fieldsOf(form)) {
    const place = seen.get(control.name) ?? 0
    seen.set(control.name, place + 1)
    const value = fields[control.name]?.[place]
    if (value === undefined || isHidden(control) || value === valueOf(control)) continue
    changed = true
    write(control, value)
  }
  return changed
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
