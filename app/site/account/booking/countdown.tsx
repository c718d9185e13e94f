import { useEffect, useState } from "react"
import { remainingShare } from "../../../../domain/booking/journey.ts"
import { remainingText } from "../../../../isomorphic/text/remaining.ts"
import { TimeLeft } from "../../../ui/progress.tsx"

const TICK_MS = 15_000

/** Counts on from the server's time, so a wrong browser clock does no harm. */
export function Countdown({ since, until, now }: { since: Date; until: Date; now: Date }) {
  const at = useClockFrom(now)
  return <TimeLeft share={remainingShare(since, until, at)}>{remainingText(until.getTime() - at.getTime())}</TimeLeft>
}

function useClockFrom(serverTime: Date): Date {
  const [now, setNow] = useState(serverTime)
  useEffect(() => {
    const startedAt = performance.now()
    setNow(serverTime)
    const timer = setInterval(() => setNow(new Date(serverTime.getTime() + performance.now() - startedAt)), TICK_MS)
    return () => clearInterval(timer)
  }, [serverTime])
  return now
}
