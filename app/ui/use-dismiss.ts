import { useEffect, type RefObject } from "react"

/**
 * Closes an open <details> when a press lands outside it, when Escape is pressed inside it (the
 * summary gets the focus back) and when the keyboard leaves it.
 */
export function useDismiss(ref: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const details = ref.current
    if (!details) return

    const outside = (event: PointerEvent) => {
      if (details.open && event.target instanceof Node && !details.contains(event.target)) details.open = false
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !details.open) return
      details.open = false
      details.querySelector("summary")?.focus()
    }
    const left = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && !details.contains(event.relatedTarget)) details.open = false
    }

    document.addEventListener("pointerdown", outside)
    details.addEventListener("keydown", escape)
    details.addEventListener("focusout", left)
    return () => {
      document.removeEventListener("pointerdown", outside)
      details.removeEventListener("keydown", escape)
      details.removeEventListener("focusout", left)
    }
  }, [ref])
}
