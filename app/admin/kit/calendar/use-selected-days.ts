import { useState } from "react"
import type { Day } from "../../../../domain/day.ts"

/**
 * The days that are ticked. They start as the address says and follow it when it changes: the address gets them when
 * a bulk action opens, and loses them once it is done.
 */
export function useSelectedDays(inAddress: readonly Day[]) {
  const inUrl = inAddress.join(",")
  const [followed, follow] = useState(inUrl)
  const [selected, select] = useState<ReadonlySet<Day>>(() => new Set(inAddress))
  if (followed !== inUrl) {
    follow(inUrl)
    select(new Set(inAddress))
  }
  const toggle = (day: Day, ticked: boolean) =>
    select((days) => {
      const next = new Set(days)
      if (ticked) next.add(day)
      else next.delete(day)
      return next
    })
  return { selected, toggle, set: (days: readonly Day[]) => select(new Set(days)) }
}
