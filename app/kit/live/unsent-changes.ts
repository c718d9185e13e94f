type Field = EventTarget & { form: HTMLFormElement | null }

/** What somebody has changed in the forms of a page and not sent yet: texts, lists, boxes and files alike. */
export type UnsentChanges = {
  /** The field has been changed. What is searched or filtered with is nothing that could be lost. */
  note(field: EventTarget | null): void
  /** The form was sent, or emptied. */
  forget(form: EventTarget | null): void
  isIn(part: Pick<Node, "contains">): boolean
}

/**
 * Told by events, not by comparing with what the field began with: React keeps that the same for a field that it
 * controls.
 */
export function trackUnsentChanges(): UnsentChanges {
  const fields = new Set<Field>()
  return {
    note(field) {
      if (isField(field) && field.form?.getAttribute("method") === "post") fields.add(field)
    },
    forget(form) {
      for (const field of fields) if (field.form === form) fields.delete(field)
    },
    isIn: (part) => [...fields].some((field) => part.contains(field as Field & Node)),
  }
}

function isField(target: EventTarget | null): target is Field {
  return target !== null && "form" in target
}
