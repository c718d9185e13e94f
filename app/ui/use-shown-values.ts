import { type RefObject, useLayoutEffect } from "react"

/**
 * The fields of a form that the address answers say what it says, after a link or Back too. The form stays the same one:
 * mounted anew it would drop the focus. A line that somebody is typing is left alone, and so is all of a form that waits
 * to be sent (`waiting`): the answer that comes is that of what it said before.
 */
export function useShownValues(
  form: RefObject<HTMLFormElement | null>,
  values: Readonly<Record<string, string>>,
  waiting?: RefObject<unknown>,
): void {
  const shown = JSON.stringify(values)
  // With the answer, not a moment after it: what somebody chooses in between would go and come back.
  useLayoutEffect(() => {
    if (waiting?.current !== undefined) return
    for (const [name, value] of Object.entries<string>(JSON.parse(shown))) {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLSelectElement) field.value = value
      else if (field instanceof HTMLInputElement && field !== document.activeElement) field.value = value
    }
  }, [form, shown, waiting])
}
