import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from "react"
import { nextCell, tickedStates, type CalendarCell } from "./calendar-day.ts"
import { useHydrated } from "./use-hydrated.ts"

export function useCalendarKeys(cells: readonly CalendarCell[], onMonth?: (months: number) => void) {
  const grid = useRef<HTMLTableElement>(null)
  const hydrated = useHydrated()
  const [focusedDay, setFocusedDay] = useState<string>()
  const previousMonth = useRef<string>(undefined)

  const monthCells = cells.filter((cell) => !cell.outside)
  const month = monthCells[0]?.iso
  const tabStop =
    monthCells.find((cell) => cell.iso === focusedDay) ??
    monthCells.find((cell) => tickedStates.has(cell.state)) ??
    monthCells.find((cell) => cell.today) ??
    monthCells.find((cell) => cell.state !== "past") ??
    monthCells[0]

  const focus = (iso: string) => grid.current?.querySelector<HTMLElement>(`[data-day="${iso}"]`)?.focus()

  useLayoutEffect(() => {
    const from = previousMonth.current
    if (from === undefined || from === month) return
    previousMonth.current = undefined
    // Do not steal the focus from elsewhere.
    const active = document.activeElement
    const hasLeft = active && active !== document.body && !grid.current?.contains(active)
    if (tabStop && !hasLeft) focus(tabStop.iso)
  }, [month, tabStop])

  const turnTo = (months: number, iso: string | undefined) => {
    previousMonth.current = month
    setFocusedDay(iso)
    onMonth?.(months)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (onMonth && (event.key === "PageUp" || event.key === "PageDown")) {
      event.preventDefault()
      const months = (event.key === "PageUp" ? -1 : 1) * (event.shiftKey ? 12 : 1)
      turnTo(months, tabStop && sameDayOfMonth(tabStop.iso, months))
      return
    }
    const from = cells.findIndex((cell) => cell.iso === tabStop?.iso)
    const to = nextCell(from, event.key, cells.length)
    const target = to === undefined ? undefined : cells[to]
    const days = arrowDays[event.key]
    if (tabStop && days !== undefined && (!target || target.outside)) {
      event.preventDefault()
      if (onMonth) turnTo(days < 0 ? -1 : 1, daysAfter(tabStop.iso, days))
      return
    }
    if (!target) return
    event.preventDefault()
    if (target.outside) return
    setFocusedDay(target.iso)
    focus(target.iso)
  }

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const iso = event.target.dataset["day"]
    if (iso) setFocusedDay(iso)
  }

  return {
    hydrated,
    grid: { ref: grid, role: hydrated ? ("grid" as const) : undefined, onKeyDown, onFocus },
    day: (iso: string) => ({ "data-day": iso, tabIndex: hydrated ? (iso === tabStop?.iso ? 0 : -1) : undefined }),
  }
}

const arrowDays: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

const DAY_MS = 86_400_000

function daysAfter(iso: string, days: number): string {
  return new Date(Date.parse(iso) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The 31st becomes a shorter month's last day. */
function sameDayOfMonth(iso: string, months: number): string {
  const [year = 0, month = 1, day = 1] = iso.split("-").map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}
