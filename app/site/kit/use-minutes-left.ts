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
    const count = () => {
      const left = Math.ceil((Date.parse(endsAt) - now()) / 60_000)
      setMinutes(left > 0 ? left : null)
    }
    count()
    const timer = setInterval(count, TICK_MS)
    return () => clearInterval(timer)
  }, [endsAt, now])
  return minutes
}
