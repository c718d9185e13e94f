/** A field that a person fills in. */
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export function isField(target: unknown): target is Field {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}

function isBox(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")
}

/** What a field says now: its text, or for a box whether it is ticked. */
export function enteredIn(field: Field): string | boolean {
  return isBox(field) ? field.checked : field.value
}

/**
 * Enters a value as a person would, so that what listens to the field hears of it. React reports only a value that
 * differs from the last one it saw, and it sees what is written to the field directly: so another value is written
 * first, then the real one through the element's own setter. A radio button cannot be unticked: its neighbour is ticked.
 */
export function enter(field: Field, value: string | boolean): void {
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
