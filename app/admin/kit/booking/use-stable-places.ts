import { useEffect, useState } from "react"
import { isBusy } from "../../../kit/live/is-busy.ts"
import { useToastCount } from "../../../ui/toast.tsx"
import { type Place, mergePlaces } from "./list-places.ts"

/** An item answered by somebody else stays long enough to read by whom. */
const UNANNOUNCED_MS = 6_000
const POLL_MS = 500

/** Keeps answered items in place until the toast about them disappears. */
export function useStablePlaces<Item extends { id: string }>(items: readonly Item[]): readonly Place<Item>[] {
  const [previousItems, setPreviousItems] = useState(items)
  const [places, setPlaces] = useState(() => mergePlaces<Item>([], items))
  const toastCount = useToastCount()
  if (previousItems !== items) {
    setPreviousItems(items)
    setPlaces(mergePlaces(places, items))
  }
  const canRemoveGone = toastCount === 0 && places.some(({ isGone }) => isGone)
  const [wasAnnounced, setAnnounced] = useState(false)
  if (toastCount > 0 && !wasAnnounced) setAnnounced(true)
  useEffect(() => {
    if (!canRemoveGone) return undefined
    // The toast appears just after the list changes.
    let timer = setTimeout(removeGone, wasAnnounced ? 0 : UNANNOUNCED_MS)
    function removeGone() {
      // Closing the gap would move the buttons below while somebody may be about to press one.
      if (!wasAnnounced && isBusy({ shiftsPage: true })) {
        timer = setTimeout(removeGone, POLL_MS)
        return
      }
      setAnnounced(false)
      setPlaces((current) => current.filter(({ isGone }) => !isGone))
    }
    return () => clearTimeout(timer)
  }, [canRemoveGone, wasAnnounced])
  return places
}
