import { useSyncExternalStore } from "react"

const never = () => () => {}

/** False on the server and while the page wakes up, then true: what needs a script waits for it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
