import { useState } from "react"
import { useFetcher } from "react-router"
import { viewedAccountFields } from "../../http/viewed-account.ts"

type Mode = {
  isDelivery: boolean
  /** null until ticked on this page. */
  isDeliveryTicked: boolean | null
  onMode: (isDelivery: boolean) => void
}

/** Stored in the draft at once, for other steps and later visits (D9). */
export function useMode(view: { isDelivery: boolean; account: { id: string } | null }): Mode {
  const fetcher = useFetcher()
  const [isDeliveryTicked, setIsDeliveryTicked] = useState<boolean | null>(null)
  const [lastIsDelivery, setLastIsDelivery] = useState(view.isDelivery)
  if (lastIsDelivery !== view.isDelivery) {
    setLastIsDelivery(view.isDelivery)
    setIsDeliveryTicked(null)
  }
  return {
    isDelivery: isDeliveryTicked ?? view.isDelivery,
    isDeliveryTicked,
    onMode(isDelivery) {
      setIsDeliveryTicked(isDelivery)
      const fields = { ...viewedAccountFields(view.account), intent: "mode", mode: isDelivery ? "delivery" : "pickup" }
      void fetcher.submit(fields, { method: "post" })
    },
  }
}
