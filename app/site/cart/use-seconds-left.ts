import { useEffect, useEffectEvent, useState } from "react"

const TICK_MS = 1_000

/** Seconds until an end that the server counted, from the moment it was told; `onEnd` is called once, at the end. */
export function useSecondsLeft(endsInSeconds: number, onEnd: () => void): number {
  const [left, setLeft] = useState(endsInSeconds)
  const ended = useEffectEvent(onEnd)
  useEffect(() => {
    const receivedAt = performance.now()
    const count = () => {
      const seconds = endsInSeconds - (performance.now() - receivedAt) / 1000
      setLeft(seconds)
      if (seconds > 0) return
      clearInterval(timer)
      ended()
    }
    const timer = setInterval(count, TICK_MS)
    setLeft(endsInSeconds)
    return () => clearInterval(timer)
  }, [endsInSeconds])
  return left
}
