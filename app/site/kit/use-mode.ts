import { useState } from "react"
import { useFetcher } from "react-router"
import { viewedAccountFields } from "../../http/viewed-account.ts"

export type Mode = {
  isDelivery: boolean
  /** null until ticked on this page. */
  ticked: boolean | null
  onMode: (isDelivery: boolean) => void
}

/** Stored in the draft at once, for other steps and later visits (D9). */
export function useMode(view: { isDelivery: boolean; account: { id: string } | null }): Mode {
  const fetcher = useFetcher()
  const [ticked, setTicked] = useState<boolean | null>(null)
  const [lastView, setLastView] = useState(view.isDelivery)
  if (lastView !== view.isDelivery) {
    setLastView(view.isDelivery)
    setTicked(null)
  }
  return {
    isDelivery: ticked ?? view.isDelivery,
    ticked,
    onMode(isDelivery) {
      setTicked(isDelivery)
      const fields = { ...viewedAccountFields(view.account), intent: "mode", mode: isDelivery ? "delivery" : "pickup" }
      void fetcher.submit(fields, { method: "post" })
    },
  }
}
