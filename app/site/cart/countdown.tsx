import { useRevalidator } from "react-router"
import { useEffect, useEffectEvent, useState } from "react"
import { timeLeft, timeLeftAnnouncement } from "../../../domain/cart/time-left.ts"
import { HoldEnding } from "../kit/hold-ending.tsx"
import type { CartView } from "./view.ts"

/**
 * How long the days are kept. What changes each second is not read out: a sentence of its own is, at a few moments.
 * At the end the page is read again, and says that the cart has expired.
 */
export function CartCountdown({
  endsInSeconds,
  endsAt,
  extensionsLeft,
  account,
}: Pick<CartView, "endsInSeconds" | "endsAt" | "extensionsLeft" | "account">) {
  const { revalidate } = useRevalidator()
  const seconds = useSecondsLeft(endsInSeconds, () => void revalidate())
  return (
    <>
      <p>
        Vos dates sont gardées jusqu’à {endsAt}
        <span aria-hidden="true" className="needs-script">
          {" "}
          (encore <span className="cart-clock">{timeLeft(seconds)}</span>)
        </span>
        .
      </p>
      <HoldEnding account={account} secondsLeft={seconds} extensionsLeft={extensionsLeft} />
      <p className="sr-only" role="status">
        {timeLeftAnnouncement(seconds)}
      </p>
    </>
  )
}

const TICK_MS = 1_000

/** Seconds until an end that the server counted, from the moment it was told; `onEnd` is called once, at the end. */
function useSecondsLeft(endsInSeconds: number, onEnd: () => void): number {
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
