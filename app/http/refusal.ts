/** A French message for each field that is wrong; `form` is about none in particular. */
export type FormErrors = Readonly<Record<string, string>>

/** What every form gets back that could not be taken as it was. A screen adds what else it shows. */
export type Refusal = {
  errors: FormErrors
  /** What was typed in each field, to be put back. Never a password. */
  values: Readonly<Record<string, string>>
  /** All values of the fields that came several times. */
  lists: Readonly<Record<string, readonly string[]>>
}

/** What was typed in a field that may come any number of times. */
export function typedList({ values, lists }: Refusal, name: string): readonly string[] {
  const one = values[name]
  return lists[name] ?? (one === undefined ? [] : [one])
}

/** What a form says at its top: each error leads to its field, whose id is its name or what `idOf` makes of it. */
export function errorItems(errors: FormErrors, idOf = (name: string) => name): { message: string; field?: string }[] {
  return Object.entries(errors).map(([name, message]) =>
    name === "form" ? { message } : { message, field: idOf(name) },
  )
}
