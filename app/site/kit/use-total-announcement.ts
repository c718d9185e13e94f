import { useEffect, useRef, useState } from "react"
import { type Cents, formatMoney } from "../../../domain/money.ts"

/** Several changes in a row are said once. */
const DEBOUNCE_MS = 600

type TotalAnnouncement = {
  /** Null while nothing is chosen. */
  total: Cents | null
  /** What it is the total of; null where that goes without saying. */
  what: string | null
  withoutDelivery: boolean
}

/** The total after it has changed under one's hands, for a region that is read out; empty before that. */
export function useTotalAnnouncement({ total, what, withoutDelivery }: TotalAnnouncement): string {
  const called = [what, "total", withoutDelivery ? "hors livraison" : null].filter(Boolean).join(", ")
  const sentence = `${called.charAt(0).toUpperCase()}${called.slice(1)}\u00a0: ${formatMoney(total ?? 0)}`
  const now = total === null ? "Aucun jour choisi" : sentence
  const before = useRef(now)
  const [said, setSaid] = useState("")
  useEffect(() => {
    if (before.current === now) return undefined
    const timer = setTimeout(() => {
      before.current = now
      setSaid(now)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [now])
  return said
}
