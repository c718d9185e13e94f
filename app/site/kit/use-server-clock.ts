import { useCallback, useLayoutEffect, useRef } from "react"

/** The server's clock, in milliseconds since 1970: a device's may be wrong by days. Not for rendering. */
export function useServerClock(at: number): () => number {
  const offset = useRef(Infinity)
  useLayoutEffect(() => {
    offset.current = Math.min(offset.current, Date.now() - at)
  }, [at])
  return useCallback(() => Date.now() - offset.current, [])
}
