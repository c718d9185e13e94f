import { sql } from "drizzle-orm"
import { type Day, dayInParis } from "../../domain/day.ts"
import type { BookingId, Id } from "../../domain/id.ts"
import { db } from "../platform/database.server.ts"
import { isExpiredBooking } from "./expired.ts"
import { daysFrom } from "./ranges.ts"
import { type PlannedBooking, findPlannedBookings } from "./planning.ts"

export type OutsideConflict = {
  calendarId: Id
  calendarName: string
  productName: string
  days: Day[]
  bookings: PlannedBooking[]
}

export async function findOutsideConflicts(at: Date): Promise<OutsideConflict[]> {
  const today = dayInParis(at)
  const { rows } = await db.execute<{
    calendarId: Id
    calendarName: string
    productName: string
    days: Day[]
    bookings: BookingId[]
  }>(sql`
    with wanted as (
      select calendar.id as calendar_id, calendar.name as calendar_name, product.id as product_id,
        product.name as product_name, event.id as event_id, each::date as taken_on,
        case calendar.takes when 'one' then 1 else product.stock end as units
      from outside_events event
        join outside_calendars calendar on calendar.id = event.calendar_id
        join products product on product.id = calendar.product_id
        cross join generate_series(greatest(event.first_day, ${today}::date), event.last_day, interval '1 day') each
      where event.last_day >= ${today}::date)
    select calendar_id as "calendarId", calendar_name as "calendarName", product_name as "productName",
      to_json(array_agg(distinct wanted.taken_on)) as days, to_json(array_agg(distinct booking_id)) as bookings
    from wanted join ${daysFrom(today, null)} on occupancy.product_id = wanted.product_id and occupancy.day = wanted.taken_on
      and kind = 'booking' and not ${isExpiredBooking(at)}
    where wanted.units > (select count(*) from occupied_days(wanted.taken_on, wanted.taken_on) taken
      where taken.outside_event_id = wanted.event_id)
    group by wanted.event_id, calendar_id, calendar_name, product_name
    order by min(wanted.taken_on), calendar_name`)
  const bookingsById = await findPlannedBookings(
    rows.flatMap(({ bookings }) => bookings),
    at,
  )
  return rows.map(({ bookings, ...row }) => ({
    ...row,
    bookings: bookings.flatMap((id) => bookingsById.get(id) ?? []),
  }))
}
