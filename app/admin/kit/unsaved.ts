import { useEffect, useId, useSyncExternalStore } from "react"

/** The parts of the page with something typed or chosen and not saved, in the order in which they began. */
let unsaved: readonly string[] = []
const listeners = new Set<() => void>()

function change(parts: readonly string[]): void {
  unsaved = parts
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Counts this part of the page among the unsaved ones while it is `dirty`. True for the one that asks before the page is
 * left, for all of them: the router knows a single question.
 */
export function useUnsaved(dirty: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!dirty) return
    change([...unsaved, id])
    return () => change(unsaved.filter((part) => part !== id))
  }, [dirty, id])
  return useSyncExternalStore(
    subscribe,
    () => unsaved[0] === id,
    () => false,
  )
}

/** How many parts of the page are not saved. */
export function useUnsavedCount(): number {
  return useSyncExternalStore(
    subscribe,
    () => unsaved.length,
    () => 0,
  )
}
