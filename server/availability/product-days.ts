import { sql } from "drizzle-orm"
import type { Day } from "../../domain/day.ts"
import type { ProductId } from "../../domain/id.ts"
import { db } from "../platform/database.server.ts"
import { isExpiredBooking } from "./expired.ts"
import { daysFrom } from "./ranges.ts"

type ProductSpan = { productId: ProductId; from: Day; to: Day }

export async function listPreparationDays({ productId, from, to }: ProductSpan, at: Date): Promise<Day[]> {
  const { rows } = await db.execute<{ day: Day }>(sql`
    select distinct day from ${daysFrom(from, to)}
    where product_id = ${productId} and kind = 'booking' and role = 'preparation'
      and not ${isExpiredBooking(at)}`)
  return rows.map(({ day }) => day)
}

export async function listOutsideDays({
  productId,
  from,
  to,
}: ProductSpan): Promise<{ day: Day; names: string[]; whole: boolean }[]> {
  const { rows } = await db.execute<{ day: Day; names: string[]; whole: boolean }>(sql`
    select day, to_json(array_agg(distinct calendar.name)) as names, count(*) >= max(product.stock) as whole
    from ${daysFrom(from, to)}
      join outside_events event on event.id = outside_event_id
      join outside_calendars calendar on calendar.id = event.calendar_id
      join products product on product.id = occupancy.product_id
    where occupancy.product_id = ${productId} and occupancy.kind = 'outside'
    group by day`)
  return rows
}
