import { useEffect, useSyncExternalStore } from "react"
import { enter, isField } from "./enter.ts"

/** What a person entered while the script was on its way: each field's value, or for a box whether it is ticked. */
export type EarlyInput = { fields: Map<EventTarget, string | boolean>; listen: (event: Event) => void }

declare global {
  interface Window {
    /** Kept by the page itself (app/http/hydrate-after-paint.ts) until React has taken over. */
    earlyInput?: EarlyInput
  }
}

/**
 * Replays what was typed and ticked before React took over. Hydration leaves a field as it finds it, but tells nobody
 * what it says; and a field whose value React holds goes back to the server's value with the next render. So the last
 * value is entered once more, for the field and for what listens to it.
 */
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
        // React hydrates a part that it has put off as soon as something is entered there.
        field.dispatchEvent(new Event("input", { bubbles: true }))
        enter(field, entered)
      }
      delete window.earlyInput
    }
    // After the renders that follow hydration at once, which would take it back; and before a form leaves without it.
    const soon = setTimeout(replay)
    window.addEventListener("submit", replay, true)
  }, [])
}

const POLL_MS = 20

/** Tells when what was entered early has been replayed. */
function onReplayed(tell: () => void): () => void {
  if (!window.earlyInput) return () => {}
  const looking = setInterval(() => {
    if (window.earlyInput) return
    clearInterval(looking)
    tell()
  }, POLL_MS)
  return () => clearInterval(looking)
}

/**
 * False on the server and until what was entered before React took over is known to it: a button that waits for an answer
 * must not close meanwhile, or the press of somebody who has answered falls on a closed button and is lost.
 */
export function useEarlyInputKnown(): boolean {
  return useSyncExternalStore(
    onReplayed,
    () => !window.earlyInput,
    () => false,
  )
}
