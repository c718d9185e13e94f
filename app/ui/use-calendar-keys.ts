import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from "react"
import { nextCell, ticked, type CalendarCell } from "./calendar-day.ts"
import { useHydrated } from "./use-hydrated.ts"

/**
 * One stop of the Tab key for the whole month, arrows inside it, Page Up and Page Down for the months, with Shift
 * for the years.
 * Without a script every day stays a stop of its own.
 */
export function useCalendarKeys(cells: readonly CalendarCell[], onMonth?: (months: number) => void) {
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
    // Anyone who has gone elsewhere meanwhile stays there.
    const active = document.activeElement
    const elsewhere = active && active !== document.body && !grid.current?.contains(active)
    if (stop && !elsewhere) focus(stop.iso)
  }, [month, stop])

  /** Shows another month, and this day of it. */
  const turnTo = (months: number, iso: string | undefined) => {
    turnedFrom.current = month
    setWanted(iso)
    onMonth?.(months)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (onMonth && (event.key === "PageUp" || event.key === "PageDown")) {
      event.preventDefault()
      const months = (event.key === "PageUp" ? -1 : 1) * (event.shiftKey ? 12 : 1)
      turnTo(months, stop && sameDayOfMonth(stop.iso, months))
      return
    }
    const from = cells.findIndex((cell) => cell.iso === stop?.iso)
    const to = nextCell(from, event.key, cells.length)
    const target = to === undefined ? undefined : cells[to]
    const days = arrowDays[event.key]
    if (stop && days !== undefined && (!target || target.outside)) {
      event.preventDefault()
      // Over the edge of the month, into the next.
      if (onMonth) turnTo(days < 0 ? -1 : 1, daysAfter(stop.iso, days))
      return
    }
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

const arrowDays: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

const DAY_MS = 86_400_000

function daysAfter(iso: string, days: number): string {
  return new Date(Date.parse(iso) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The 31st becomes the last of a shorter month. */
function sameDayOfMonth(iso: string, months: number): string {
  const [year = 0, month = 1, day = 1] = iso.split("-").map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}
