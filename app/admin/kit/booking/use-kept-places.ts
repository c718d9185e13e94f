import { useEffect, useState } from "react"
import { isBusy } from "../../../kit/live/is-busy.ts"
import { useToastCount } from "../../../ui/toast.tsx"
import { type Place, keepPlaces } from "./kept-places.ts"

/** How long a place is kept for what left without a message: somebody else answered it, and it says who. */
const UNSAID_MS = 6_000
const POLL_MS = 500

/** The list, in which what was answered keeps its place until the message about it goes. */
export function useKeptPlaces<Item extends { id: string }>(items: readonly Item[]): readonly Place<Item>[] {
  const [known, setKnown] = useState(items)
  const [places, setPlaces] = useState(() => keepPlaces<Item>([], items))
  const messages = useToastCount()
  if (known !== items) {
    setKnown(items)
    setPlaces(keepPlaces(places, items))
  }
  const waits = messages === 0 && places.some(({ gone }) => gone)
  const [spoken, setSpoken] = useState(false)
  if (messages > 0 && !spoken) setSpoken(true)
  useEffect(() => {
    if (!waits) return undefined
    // The message of an answer appears just after the list has changed.
    let timer = setTimeout(leave, spoken ? 0 : UNSAID_MS)
    function leave() {
      // What closes up moves what stands below, which somebody may be about to press.
      if (!spoken && isBusy({ moves: true })) {
        timer = setTimeout(leave, POLL_MS)
        return
      }
      setSpoken(false)
      setPlaces((before) => before.filter(({ gone }) => !gone))
    }
    return () => clearTimeout(timer)
  }, [waits, spoken])
  return places
}
