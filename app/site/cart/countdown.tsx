import { useRevalidator } from "react-router"
import { useEffect, useEffectEvent, useState } from "react"
import { formatTimeLeft, timeLeftAnnouncement } from "../../../domain/cart/time-left.ts"
import { HoldEnding } from "../kit/hold-ending.tsx"
import type { CartView } from "./view.ts"

/** Screen readers hear a sentence at a few moments instead of every second. */
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
          (encore <span className="cart-clock">{formatTimeLeft(seconds)}</span>)
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

/** Counts from the receipt, because the device's clock may be wrong. */
function useSecondsLeft(endsInSeconds: number, onEnd: () => void): number {
  const [secondsLeft, setSecondsLeft] = useState(endsInSeconds)
  const handleEnd = useEffectEvent(onEnd)
  useEffect(() => {
    const receivedAt = performance.now()
    const count = () => {
      const seconds = endsInSeconds - (performance.now() - receivedAt) / 1000
      setSecondsLeft(seconds)
      if (seconds > 0) return
      clearInterval(timer)
      handleEnd()
    }
    const timer = setInterval(count, TICK_MS)
    setSecondsLeft(endsInSeconds)
    return () => clearInterval(timer)
  }, [endsInSeconds])
  return secondsLeft
}
