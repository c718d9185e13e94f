import { useSyncExternalStore } from "react"

const subscribeToNothing = () => () => {}

/** False on the server and until hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
