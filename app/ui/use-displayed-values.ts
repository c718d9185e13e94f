import { type RefObject, useLayoutEffect } from "react"

/** Remounting the form would drop the focus; the field being typed in is left alone. */
export function useDisplayedValues(
  form: RefObject<HTMLFormElement | null>,
  values: Readonly<Record<string, string>>,
  waiting?: RefObject<unknown>,
): void {
  const serialized = JSON.stringify(values)
  // A layout effect, because a later one would undo a choice made in between.
  useLayoutEffect(() => {
    if (waiting?.current !== undefined) return
    for (const [name, value] of Object.entries<string>(JSON.parse(serialized))) {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLSelectElement) field.value = value
      else if (field instanceof HTMLInputElement && field !== document.activeElement) field.value = value
    }
  }, [form, serialized, waiting])
}
