import { type RefObject, useEffect, useRef } from "react"

const DAYS_BEFORE = 1

/** Scrolls to today again whenever `rangeKey` changes. */
export function useScrollToToday(rangeKey: string): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const today = box.querySelector<HTMLElement>("thead .planning-today")
    const corner = box.querySelector<HTMLElement>(".planning-corner")
    box.scrollLeft = today && corner ? today.offsetLeft - corner.offsetWidth - DAYS_BEFORE * today.offsetWidth : 0
  }, [rangeKey])
  return scroller
}
