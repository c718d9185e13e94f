import { sql } from "drizzle-orm"
import { type LocalRange, timeRangeLabel } from "../../domain/calendar/unit-timeline.ts"
import type { Day } from "../../domain/day.ts"
import type { ProductId } from "../../domain/id.ts"
import { db } from "../platform/database.server.ts"
import { isExpiredBooking } from "./expired.ts"
import { localRange } from "./planning.ts"
import { daysFrom } from "./ranges.ts"

type ProductSpan = { productId: ProductId; from: Day; to: Day }

export async function listPreparationDays({ productId, from, to }: ProductSpan, at: Date): Promise<Day[]> {
  const { rows } = await db.execute<{ day: Day }>(sql`
    select distinct day from ${daysFrom(from, to)}
    where product_id = ${productId} and kind = 'booking' and role = 'preparation'
      and not ${isExpiredBooking(at)}`)
  return rows.map(({ day }) => day)
}

type OutsideDay = { day: Day; names: string[]; whole: boolean }

/** `names` says the hours of timed events: "Leboncoin, samedi 12 juin, 10 h à 12 h". */
export async function listOutsideDays({ productId, from, to }: ProductSpan): Promise<OutsideDay[]> {
  const { rows } = await db.execute<OutsideDay & { events: { name: string; hours: LocalRange | null }[] }>(sql`
    select day, json_agg(distinct jsonb_build_object('name', calendar.name, 'hours', ${localRange(sql`event.during`)})) as events,
      count(distinct unit) filter (where occupied.during @> rental_range(day, day, rental_hour())) >= max(product.stock) as whole
    from ${daysFrom(from, to)}
      join occupancy occupied using (id)
      join outside_events event on event.id = occupancy.outside_event_id
      join outside_calendars calendar on calendar.id = event.calendar_id
      join products product on product.id = occupancy.product_id
    where occupancy.product_id = ${productId} and occupancy.kind = 'outside'
    group by day`)
  return rows.map(({ events, ...row }) => ({
    ...row,
    names: [...new Set(events.map(({ name, hours }) => (hours ? `${name}, ${timeRangeLabel(hours)}` : name)))],
  }))
}
