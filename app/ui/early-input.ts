import { useEffect } from "react"

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
/** What a person entered while the script was on its way: each field's value, or for a box whether it is ticked. */
export type EarlyInput = { fields: Map<EventTarget, string | boolean>; listen: (event: Event) => void }

declare global {
  interface Window {
    /** Kept by the page itself (app/http/paint-first.ts) until its script is awake. */
    earlyInput?: EarlyInput
  }
}

/**
 * Gives back what was typed and ticked before the page woke. Waking, React writes the server's values into the fields
 * that it holds; so the last word is told again, to the field and to whoever listens to it.
 */
export function useEarlyInput(): void {
  useEffect(() => {
    const { earlyInput } = window
    if (!earlyInput) return
    // After React has finished waking: what it is told in the middle of it, it takes back.
    setTimeout(() => {
      document.removeEventListener("input", earlyInput.listen, true)
      delete window.earlyInput
      for (const [field, entered] of earlyInput.fields)
        if (isField(field) && field.isConnected) tellAgain(field, entered)
    })
  }, [])
}

/**
 * React hears of a value that is not the one it knows: what came through the setter that it puts on the field itself, or
 * what it found there. So that it hears this one, it is first told another; then the value goes in past that setter.
 */
function tellAgain(field: Field, entered: string | boolean): void {
  // Parts that React would wake later, it wakes at once when something is done to them; nothing of ours listens to this.
  field.dispatchEvent(new Event("auxclick", { bubbles: true }))
  if (typeof entered === "boolean") {
    if (!(field instanceof HTMLInputElement)) return
    field.checked = !entered
    field.click()
    return
  }
  field.value = entered === "" ? " " : ""
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {}
  set?.call(field, entered)
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }))
}

function isField(target: EventTarget): target is Field {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}
