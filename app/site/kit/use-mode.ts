import { useState } from "react"
import { useFetcher } from "react-router"
import { shownAccount } from "../../http/shown-account.ts"

export type Mode = {
  isDelivery: boolean
  /** What was ticked on this page; null while nothing was. */
  ticked: boolean | null
  onMode: (isDelivery: boolean) => void
}

/** Delivery or pick-up: kept at once in the draft, where the other steps and a later visit find it (D9). */
export function useMode(view: { isDelivery: boolean; account: { id: string } | null }): Mode {
  const keeper = useFetcher()
  const [ticked, setTicked] = useState<boolean | null>(null)
  const [known, setKnown] = useState(view.isDelivery)
  if (known !== view.isDelivery) {
    setKnown(view.isDelivery)
    setTicked(null)
  }
  return {
    isDelivery: ticked ?? view.isDelivery,
    ticked,
    onMode(isDelivery) {
      setTicked(isDelivery)
      const ticking = { ...shownAccount(view.account), intent: "mode", mode: isDelivery ? "delivery" : "pickup" }
      void keeper.submit(ticking, { method: "post" })
    },
  }
}
