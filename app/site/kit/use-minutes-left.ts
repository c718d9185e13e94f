import { useEffect, useState } from "react"

const TICK_MS = 10_000

/**
 * Whole minutes until an instant by the clock of the server (`now`), counting down; null without one or once it has
 * passed, and on the server.
 */
export function useMinutesLeft(endsAt: string | null, now: () => number): number | null {
  const [minutes, setMinutes] = useState<number | null>(null)
  useEffect(() => {
    if (endsAt === null) {
      setMinutes(null)
      return undefined
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const count = () => {
      const left = Date.parse(endsAt) - now()
      setMinutes(left > 0 ? Math.ceil(left / 60_000) : null)
      // At the end itself: what says that it has come must not stand beside what says how long it is.
      if (left > 0) timer = setTimeout(count, Math.min(left, TICK_MS))
    }
    count()
    return () => clearTimeout(timer)
  }, [endsAt, now])
  return minutes
}
