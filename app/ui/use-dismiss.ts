import { useEffect, type RefObject } from "react"

export function useDismiss(ref: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const details = ref.current
    if (!details) return

    const onPressOutside = (event: PointerEvent) => {
      if (details.open && event.target instanceof Node && !details.contains(event.target)) details.open = false
    }
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !details.open) return
      details.open = false
      details.querySelector("summary")?.focus()
    }
    const onFocusOut = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && !details.contains(event.relatedTarget)) details.open = false
    }

    document.addEventListener("pointerdown", onPressOutside)
    details.addEventListener("keydown", onEscape)
    details.addEventListener("focusout", onFocusOut)
    return () => {
      document.removeEventListener("pointerdown", onPressOutside)
      details.removeEventListener("keydown", onEscape)
      details.removeEventListener("focusout", onFocusOut)
    }
  }, [ref])
}
