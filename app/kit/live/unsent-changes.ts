type Field = EventTarget & { form: HTMLFormElement | null }

export type UnsentChanges = {
  /** Search and filter forms have nothing to lose. */
  note(field: EventTarget | null): void
  forget(form: EventTarget | null): void
  hasChangesIn(part: Pick<Node, "contains">): boolean
}

/** Uses events, because React updates `defaultValue` of controlled fields. */
export function trackUnsentChanges(): UnsentChanges {
  const fields = new Set<Field>()
  return {
    note(field) {
      if (isField(field) && field.form?.getAttribute("method") === "post") fields.add(field)
    },
    forget(form) {
      for (const field of fields) if (field.form === form) fields.delete(field)
    },
    hasChangesIn: (part) => [...fields].some((field) => part.contains(field as Field & Node)),
  }
}

function isField(target: EventTarget | null): target is Field {
  return target !== null && "form" in target
}
