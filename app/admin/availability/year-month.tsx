import { useId, useMemo } from "react"
import { Link } from "react-router"
import {
  type Capacity,
  capacityLabel,
  occupancyLevel,
  isClosedWithBookings,
  monthsOfYear,
} from "../../../domain/calendar/capacity.ts"
import { dayLong, monthLong } from "../../../domain/day-labels.ts"
import { type Day, type Month, monthGrid, monthOf } from "../../../domain/day.ts"
import type { CalendarCell } from "../../ui/calendar-day.ts"
import { classes } from "../../ui/classes.ts"
import { useCalendarKeys } from "../../ui/use-calendar-keys.ts"
import { type PlanningUrl, planningHref, selectionCleared } from "./url.ts"

type YearMonthProps = { month: Month; capacities: ReadonlyMap<Day, Capacity>; today: Day; url: PlanningUrl }

const weekdays = [
  ["l", "lundi"],
  ["m", "mardi"],
  ["m", "mercredi"],
  ["j", "jeudi"],
  ["v", "vendredi"],
  ["s", "samedi"],
  ["d", "dimanche"],
] as const

/** One tab stop for the whole month; arrow keys move inside it. */
function YearMonth({ month, capacities, today, url }: YearMonthProps) {
  const titleId = useId()
  const planningFrom = (from: Day, weeks: number | null) =>
    planningHref(url, { ...selectionCleared, view: "planning", year: null, from, weeks })
  const cells = useMemo(() => capacityCells(month, capacities, today), [month, capacities, today])
  const keys = useCalendarKeys(cells)
  return (
    <section className="year-month">
      <h3 id={titleId}>
        <Link to={planningFrom(`${month}-01`, 5)}>{monthLong(month).replace(/ \d+$/, "")}</Link>
      </h3>
      <table aria-labelledby={titleId} {...keys.grid}>
        <thead>
          <tr>
            {weekdays.map(([short, full]) => (
              <th key={full} scope="col">
                <abbr title={full}>{short}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: 6 }, (_, week) => (
            <tr key={cells[week * 7]?.iso}>
              {cells.slice(week * 7, week * 7 + 7).map(({ iso, day, outside, label, look }) => (
                <td key={iso}>
                  {!outside && (
                    <Link {...keys.day(iso)} to={planningFrom(iso, null)} className={look} title={label}>
                      <span aria-hidden="true">{day}</span>
                      <span className="sr-only">{label}</span>
                    </Link>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type CapacityCell = CalendarCell & { look: string }

function capacityCells(month: Month, capacities: ReadonlyMap<Day, Capacity>, today: Day): CapacityCell[] {
  return monthGrid(month).map((iso) => {
    const capacity = capacities.get(iso)
    const outside = monthOf(iso) !== month || !capacity
    const words = capacity ? capacityLabel(capacity) : ""
    return {
      day: Number(iso.slice(8)),
      iso,
      outside,
      today: iso === today,
      state: iso < today ? "past" : "available",
      word: words,
      label: `${dayLong(iso)}, ${words}`,
      look: capacity
        ? classes(
            "room",
            capacity.closed ? "room-closed" : `room-${occupancyLevel(capacity)}`,
            isClosedWithBookings(capacity) && "room-kept",
            iso < today && "room-past",
            iso === today && "room-today",
          )
        : "",
    }
  })
}

type YearGridProps = { year: number; capacities: ReadonlyMap<Day, Capacity>; today: Day; url: PlanningUrl }

export function YearGrid({ year, capacities, today, url }: YearGridProps) {
  return (
    <div>
      <div className="year-grid">
        {monthsOfYear(year).map((month) => (
          <YearMonth key={month} month={month} capacities={capacities} today={today} url={url} />
        ))}
      </div>
      <CapacityLegend />
    </div>
  )
}

function CapacityLegend() {
  const items = [
    { look: "room-0", label: "Tout est libre" },
    { look: "room-2", label: "En partie pris" },
    { look: "room-4", label: "Complet" },
    { look: "room-closed", label: "Bloqué" },
    { look: "room-closed room-kept", label: "Réservé, le reste bloqué" },
  ]
  return (
    <ul className="legend">
      {items.map(({ look, label }) => (
        <li key={look}>
          <span className={`planning-key room ${look}`} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  )
}
