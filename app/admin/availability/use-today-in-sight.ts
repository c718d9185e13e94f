import { type RefObject, useEffect, useRef } from "react"

/** Days beside the first column, so that today does not stand right at the edge. */
const DAYS_BEFORE = 1

/** Scrolls days that do not fit sideways to today; `shown` says which days they are, so that other ones start over. */
export function useTodayInSight(shown: string): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const today = box.querySelector<HTMLElement>("thead .planning-today")
    const corner = box.querySelector<HTMLElement>(".planning-corner")
    box.scrollLeft = today && corner ? today.offsetLeft - corner.offsetWidth - DAYS_BEFORE * today.offsetWidth : 0
  }, [shown])
  return scroller
}
