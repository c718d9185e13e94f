import { useEffect, useState } from "react"

const TICK_MS = 10_000

/** Uses the server's clock (`now`); null without an end, after it, and on the server. */
export function useMinutesLeft(endsAt: string | null, now: () => number): number | null {
  const [minutes, setMinutes] = useState<number | null>(null)
  useEffect(() => {
    if (endsAt === null) {
      setMinutes(null)
      return undefined
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const count = () => {
      const remainingMs = Date.parse(endsAt) - now()
      setMinutes(remainingMs > 0 ? Math.ceil(remainingMs / 60_000) : null)
      // Ticks exactly at the end, so that this and the notice of the ended hold agree.
      if (remainingMs > 0) timer = setTimeout(count, Math.min(remainingMs, TICK_MS))
    }
    count()
    return () => clearTimeout(timer)
  }, [endsAt, now])
  return minutes
}
