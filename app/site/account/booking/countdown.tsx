import { useEffect, useState } from "react"
import { shareLeft } from "../../../../domain/booking/journey.ts"
import { remainingText } from "../../../../isomorphic/text/remaining.ts"
import { TimeLeft } from "../../../ui/progress.tsx"

const TICK_MS = 15_000

/** What is left of a deadline. The server's clock says where it stands, the browser's how much later it is: a wrong clock harms nothing. */
export function Countdown({ since, until, now }: { since: Date; until: Date; now: Date }) {
  const at = useClockFrom(now)
  return <TimeLeft share={shareLeft(since, until, at)}>{remainingText(until.getTime() - at.getTime())}</TimeLeft>
}

function useClockFrom(serverTime: Date): Date {
  const [now, setNow] = useState(serverTime)
  useEffect(() => {
    const began = performance.now()
    setNow(serverTime)
    const timer = setInterval(() => setNow(new Date(serverTime.getTime() + performance.now() - began)), TICK_MS)
    return () => clearInterval(timer)
  }, [serverTime])
  return now
}
