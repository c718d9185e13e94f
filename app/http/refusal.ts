export type FormErrors = Readonly<Record<string, string>>

export type Refusal = {
  errors: FormErrors
  /** Never contains a password. */
  values: Readonly<Record<string, string>>
  lists: Readonly<Record<string, readonly string[]>>
}

export function submittedValues({ values, lists }: Refusal, name: string): readonly string[] {
  const one = values[name]
  return lists[name] ?? (one === undefined ? [] : [one])
}

export function errorItems(errors: FormErrors, idOf = (name: string) => name): { message: string; field?: string }[] {
  return Object.entries(errors).map(([name, message]) =>
    name === "form" ? { message } : { message, field: idOf(name) },
  )
}
