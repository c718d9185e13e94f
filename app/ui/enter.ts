export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export function isField(target: unknown): target is Field {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}

function isBox(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")
}

export function fieldValue(field: Field): string | boolean {
  return isBox(field) ? field.checked : field.value
}

/**
 * React ignores a value equal to the last it saw: write another first, then use the native setter. Radio buttons
 * cannot be unticked.
 */
export function enterValue(field: Field, value: string | boolean): void {
  if (typeof value === "boolean") {
    if (!isBox(field) || (field.type === "radio" && !value)) return
    field.checked = !value
    field.click()
    return
  }
  field.value = value === "" ? " " : ""
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {}
  set?.call(field, value)
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }))
}
