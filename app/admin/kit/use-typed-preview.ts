import { useEffect, useRef, useState } from "react"

const DEBOUNCE_MS = 500

/** Debounced; falls back to `saved` whenever that changes. */
export function useTypedPreview(saved: string): [set: (address: string) => void, displayed: string] {
  const [draft, setDraft] = useState<{ base: string; address: string } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const set = (address: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setDraft({ base: saved, address }), DEBOUNCE_MS)
  }
  return [set, draft?.base === saved ? draft.address : saved]
}
