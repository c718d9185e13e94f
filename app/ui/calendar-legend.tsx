import type { DayState } from "./calendar-day.ts"

type LegendItem = { state: DayState; label: string }

const struck: ReadonlySet<DayState> = new Set(["taken", "cancelled"])

export function CalendarLegend({ items }: { items: readonly LegendItem[] }) {
  return (
    <ul className="legend">
      {items.map(({ state, label }) => (
        <li key={state}>
          <span className={`day day-${state}`} aria-hidden="true">
            {struck.has(state) && <span className="day-number">8</span>}
          </span>
          {label}
        </li>
      ))}
    </ul>
  )
}
