import { useEffect, useSyncExternalStore } from "react"
import { enterValue, isField } from "./enter.ts"

type EarlyInput = { fields: Map<EventTarget, string | boolean>; listen: (event: Event) => void }

declare global {
  interface Window {
    /** Filled before hydration by app/http/hydrate-after-paint.ts. */
    earlyInput?: EarlyInput
  }
}

/** Hydration reports no early input, and the next render would reset controlled fields: enters it again. */
export function useEarlyInput(): void {
  useEffect(() => {
    const { earlyInput } = window
    if (!earlyInput) return
    const replay = () => {
      clearTimeout(soon)
      window.removeEventListener("submit", replay, true)
      document.removeEventListener("input", earlyInput.listen, true)
      for (const [field, entered] of earlyInput.fields) {
        if (!isField(field) || !field.isConnected) continue
        // An event makes React hydrate a postponed part at once.
        field.dispatchEvent(new Event("input", { bubbles: true }))
        enterValue(field, entered)
      }
      delete window.earlyInput
    }
    // After the renders that follow hydration, but before any form is sent.
    const soon = setTimeout(replay)
    window.addEventListener("submit", replay, true)
  }, [])
}

const POLL_MS = 20

function subscribeToReplay(notify: () => void): () => void {
  if (!window.earlyInput) return () => {}
  const poll = setInterval(() => {
    if (window.earlyInput) return
    clearInterval(poll)
    notify()
  }, POLL_MS)
  return () => clearInterval(poll)
}

/** Do not disable a button until early input was replayed, or its click is lost. */
export function useIsEarlyInputReplayed(): boolean {
  return useSyncExternalStore(
    subscribeToReplay,
    () => !window.earlyInput,
    () => false,
  )
}
