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
import { RoomLegend } from "./room-legend.tsx"

type YearMonthProps = { month: Month; rooms: ReadonlyMap<Day, Capacity>; today: Day; url: PlanningUrl }

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
function YearMonth({ month, rooms, today, url }: YearMonthProps) {
  const titleId = useId()
  const href = planningHref(url, { ...selectionCleared, view: "mois", month, year: null, from: null })
  const cells = useMemo(() => roomCells(month, rooms, today), [month, rooms, today])
  const keys = useCalendarKeys(cells)
  return (
    <section className="year-month">
      <h3 id={titleId}>
        <Link to={href}>{monthLong(month).replace(/ \d+$/, "")}</Link>
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
                    <Link {...keys.day(iso)} to={href} className={look} title={label}>
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

type RoomCell = CalendarCell & { look: string }

function roomCells(month: Month, rooms: ReadonlyMap<Day, Capacity>, today: Day): RoomCell[] {
  return monthGrid(month).map((iso) => {
    const room = rooms.get(iso)
    const outside = monthOf(iso) !== month || !room
    const words = room ? capacityLabel(room) : ""
    return {
      day: Number(iso.slice(8)),
      iso,
      outside,
      today: iso === today,
      state: iso < today ? "past" : "available",
      word: words,
      label: `${dayLong(iso)}, ${words}`,
      look: room
        ? classes(
            "room",
            room.closed ? "room-closed" : `room-${occupancyLevel(room)}`,
            isClosedWithBookings(room) && "room-kept",
            iso < today && "room-past",
            iso === today && "room-today",
          )
        : "",
    }
  })
}

type YearGridProps = { year: number; rooms: ReadonlyMap<Day, Capacity>; today: Day; url: PlanningUrl }

export function YearGrid({ year, rooms, today, url }: YearGridProps) {
  return (
    <div>
      <div className="year-grid">
        {monthsOfYear(year).map((month) => (
          <YearMonth key={month} month={month} rooms={rooms} today={today} url={url} />
        ))}
      </div>
      <RoomLegend />
    </div>
  )
}
