import { useEffect, useRef, useState } from "react"

/** In milliseconds: a preview follows what is typed after such a pause. */
const DEBOUNCE_MS = 500

/**
 * The address of a preview that follows what is typed: the one that was set last, once nothing was set for a moment;
 * `saved` until then, and again when it changes.
 */
export function useTypedPreview(saved: string): [set: (address: string) => void, shown: string] {
  const [typed, setTyped] = useState<{ over: string; address: string } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const set = (address: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setTyped({ over: saved, address }), DEBOUNCE_MS)
  }
  return [set, typed?.over === saved ? typed.address : saved]
}
