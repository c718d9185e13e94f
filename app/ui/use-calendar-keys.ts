import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from "react"
import { nextCell, ticked, type CalendarCell } from "./calendar-day.ts"
import { useHydrated } from "./use-hydrated.ts"

/**
 * One stop of the Tab key for the whole month, arrows inside it, Page Up and Page Down for the months.
 * Without a script every day stays a stop of its own.
 */
export function useCalendarKeys(cells: readonly CalendarCell[], onMonth?: (step: -1 | 1) => void) {
  const grid = useRef<HTMLTableElement>(null)
  const hydrated = useHydrated()
  const [wanted, setWanted] = useState<string>()
  /** The month that Page Up or Page Down was pressed in, until another one is shown. */
  const turnedFrom = useRef<string>(undefined)

  const inside = cells.filter((cell) => !cell.outside)
  const month = inside[0]?.iso
  const stop =
    inside.find((cell) => cell.iso === wanted) ??
    inside.find((cell) => ticked.has(cell.state)) ??
    inside.find((cell) => cell.today) ??
    inside.find((cell) => cell.state !== "past") ??
    inside[0]

  const focus = (iso: string) => grid.current?.querySelector<HTMLElement>(`[data-day="${iso}"]`)?.focus()

  useLayoutEffect(() => {
    const from = turnedFrom.current
    if (from === undefined || from === month) return
    turnedFrom.current = undefined
    // Whoever has gone elsewhere meanwhile stays there.
    const active = document.activeElement
    const elsewhere = active && active !== document.body && !grid.current?.contains(active)
    if (stop && !elsewhere) focus(stop.iso)
  }, [month, stop])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (onMonth && (event.key === "PageUp" || event.key === "PageDown")) {
      event.preventDefault()
      turnedFrom.current = month
      onMonth(event.key === "PageUp" ? -1 : 1)
      return
    }
    const from = cells.findIndex((cell) => cell.iso === stop?.iso)
    const to = nextCell(from, event.key, cells.length)
    const target = to === undefined ? undefined : cells[to]
    if (!target) return
    event.preventDefault()
    if (target.outside) return
    setWanted(target.iso)
    focus(target.iso)
  }

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const iso = event.target.dataset["day"]
    if (iso) setWanted(iso)
  }

  return {
    hydrated,
    /** For the table. */
    grid: { ref: grid, role: hydrated ? ("grid" as const) : undefined, onKeyDown, onFocus },
    /** For what takes the focus in a cell. */
    day: (iso: string) => ({ "data-day": iso, tabIndex: hydrated ? (iso === stop?.iso ? 0 : -1) : undefined }),
  }
}
