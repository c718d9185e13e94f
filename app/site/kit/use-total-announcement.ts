import { useEffect, useRef, useState } from "react"
import { type Cents, formatMoney } from "../../../domain/money.ts"

const DEBOUNCE_MS = 600

type TotalAnnouncement = {
  /** null while nothing is chosen. */
  total: Cents | null
  subject: string | null
  withoutDelivery: boolean
}

/** Empty until the total has changed. */
export function useTotalAnnouncement({ total, subject, withoutDelivery }: TotalAnnouncement): string {
  const label = [subject, "total", withoutDelivery ? "hors livraison" : null].filter(Boolean).join(", ")
  const sentence = `${label.charAt(0).toUpperCase()}${label.slice(1)}\u00a0: ${formatMoney(total ?? 0)}`
  const current = total === null ? "Aucun jour choisi" : sentence
  const lastAnnounced = useRef(current)
  const [announcement, setAnnouncement] = useState("")
  useEffect(() => {
    if (lastAnnounced.current === current) return undefined
    const timer = setTimeout(() => {
      lastAnnounced.current = current
      setAnnouncement(current)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [current])
  return announcement
}
