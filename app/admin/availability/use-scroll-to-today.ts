import { type RefObject, useEffect, useRef } from "react"

const DAYS_BEFORE = 1

/** Scrolls to today again whenever `rangeKey` changes. */
export function useScrollToToday(rangeKey: string): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const today = box.querySelector("thead .planning-today, .timeline-today")?.getBoundingClientRect()
    const corner = box.querySelector(".planning-corner, .timeline-head > .timeline-unit")?.getBoundingClientRect()
    const offset = today && corner ? today.left - corner.right - DAYS_BEFORE * today.width : 0
    box.scrollLeft = today ? box.scrollLeft + offset : 0
  }, [rangeKey])
  return scroller
}
