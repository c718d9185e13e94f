import { useEffect, useState } from "react"
import { useToastCount } from "../../../ui/toast.tsx"
import { type Place, keepPlaces } from "./kept-places.ts"

/** How long a place is kept for what left without a message: somebody else answered it. */
const UNSAID_MS = 3_000

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
    const timer = setTimeout(
      () => {
        setSpoken(false)
        setPlaces((before) => before.filter(({ gone }) => !gone))
      },
      spoken ? 0 : UNSAID_MS,
    )
    return () => clearTimeout(timer)
  }, [waits, spoken])
  return places
}
