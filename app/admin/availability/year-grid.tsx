import { type Room, monthsOf } from "../../../domain/calendar/room.ts"
import type { Day } from "../../../domain/day.ts"
import type { PlanningUrl } from "./url.ts"
import { RoomLegend } from "./room-legend.tsx"
import { YearMonth } from "./year-month.tsx"

type YearGridProps = { year: number; rooms: ReadonlyMap<Day, Room>; today: Day; url: PlanningUrl }

/** A year at a glance: twelve small months, each day shaded by how much is taken. */
export function YearGrid({ year, rooms, today, url }: YearGridProps) {
  return (
    <div>
      <div className="year-grid">
        {monthsOf(year).map((month) => (
          <YearMonth key={month} month={month} rooms={rooms} today={today} url={url} />
        ))}
      </div>
      <RoomLegend />
    </div>
  )
}
