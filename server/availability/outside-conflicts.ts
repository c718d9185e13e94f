import { sql } from "drizzle-orm"
import type { LocalRange } from "../../domain/calendar/unit-timeline.ts"
import { type Day, dayInParis, sortedDays } from "../../domain/day.ts"
import type { BookingId, Id } from "../../domain/id.ts"
import { touchedDays } from "../../domain/rental/periods.ts"
import type { TimeRange } from "../../domain/rental/rental.ts"
import { db } from "../platform/database.server.ts"
import { occupancyInForce } from "./expired.ts"
import { selectEvents } from "./outside.ts"
import { type PlannedBooking, findPlannedBookings, localRange } from "./planning.ts"
import { isoTime, readRentalHour } from "./ranges.ts"

type OutsideConflict = {
  calendarId: Id
  calendarName: string
  productName: string
  days: Day[]
  /** null for an all-day event. */
  hours: LocalRange | null
  bookings: PlannedBooking[]
}

export async function findOutsideConflicts(at: Date): Promise<OutsideConflict[]> {
  const hour = await readRentalHour()
  const { rows } = await db.execute<{
    calendarId: Id
    calendarName: string
    productName: string
    hours: LocalRange | null
    times: TimeRange[]
    bookings: BookingId[]
  }>(sql`
    with event as (${selectEvents({ today: dayInParis(at), hour })}), lacking as materialized (
      select event.*, tstzmultirange(time) - coalesce(
        (select range_agg(occupancy.during) from occupancy where outside_event_id = event.id), '{}') as lacks
      from event where takes = 'one'
      union all
      select event.*, (select range_agg(part) from units
        cross join lateral unnest(tstzmultirange(time) - coalesce((select range_agg(occupancy.during) from occupancy
          where outside_event_id = event.id and unit_id = units.id), '{}')) part
        where units.product_id = event.product_id and retired_on is null) as lacks
      from event where takes = 'all')
    select calendar_id as "calendarId", calendar_name as "calendarName", product.name as "productName",
      ${localRange(sql`event.during`)} as hours, json_agg(distinct booking_id) as bookings,
      json_agg(json_build_object('from', ${isoTime(sql`lower(common)`)}, 'until', ${isoTime(sql`upper(common)`)})) as times
    from lacking event join products product on product.id = event.product_id
      join ${occupancyInForce({ customerId: null, at })} on occupant.product_id = event.product_id and occupant.kind = 'booking'
        and occupant.during && lacks
      cross join lateral unnest(tstzmultirange(part) * lacks) common
    group by event.id, calendar_id, calendar_name, product.name, event.during, time
    order by lower(time), calendar_name`)
  const bookingsById = await findPlannedBookings(
    rows.flatMap(({ bookings }) => bookings),
    at,
  )
  return rows.map(({ bookings, times, ...row }) => ({
    ...row,
    days: sortedDays(times.flatMap((time) => touchedDays(time, hour))),
    bookings: bookings.flatMap((id) => bookingsById.get(id) ?? []),
  }))
}
