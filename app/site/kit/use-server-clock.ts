import { useCallback, useLayoutEffect, useRef } from "react"

/**
 * What the server's clock says, in milliseconds since 1970, counted from when it last said so (`at`): that of a device may
 * be wrong by days. It is late by as long as the fastest of the answers took, and never goes back. Not for a render.
 */
export function useServerClock(at: number): () => number {
  const ahead = useRef(Infinity)
  useLayoutEffect(() => {
    ahead.current = Math.min(ahead.current, Date.now() - at)
  }, [at])
  return useCallback(() => Date.now() - ahead.current, [])
}
