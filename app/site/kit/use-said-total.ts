import { useEffect, useRef, useState } from "react"
import { type Cents, formatMoney } from "../../../domain/money.ts"

/** Several changes in a row are said once. */
const PAUSE_MS = 600

/** The total after it has changed under one's hands, for a region that is read out; empty before that. */
export function useSaidTotal(total: Cents, what: string | null): string {
  const now = `${what === null ? "Total" : `${what}, total`}\u00a0: ${formatMoney(total)}`
  const before = useRef(now)
  const [said, setSaid] = useState("")
  useEffect(() => {
    if (before.current === now) return undefined
    const timer = setTimeout(() => {
      before.current = now
      setSaid(now)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [now])
  return said
}
