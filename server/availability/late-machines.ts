import { sql } from "drizzle-orm"
import { db } from "../platform/database.server.ts"

export type LateMachine = {
  productName: string
  unit: number
  /** The booking that still has the machine. */
  number: number
  clientName: string
  nextNumber: number
}

/** Machines that are out by a press or a report, and whose next rental has begun. A shop that marks no stop has none. */
export async function listLateMachines(at: Date): Promise<LateMachine[]> {
  const moment = sql`${at.toISOString()}::timestamptz`
  const { rows } = await db.execute<LateMachine>(sql`
    select products.name as "productName", units.number as unit, holder.number::integer as number, client.name as "clientName",
      waiting.number::integer as "nextNumber"
    from occupancy next join bookings waiting on waiting.id = next.booking_id and waiting.status = 'confirmed'
      cross join lateral (
        select booking_id, rented from occupancy earlier
        where earlier.unit_id = next.unit_id and earlier.kind = 'booking' and earlier.booking_id <> next.booking_id
          and earlier.rented is not null and upper(earlier.during) <= lower(next.during)
        order by lower(earlier.during) desc limit 1) last
      join bookings holder on holder.id = last.booking_id and holder.status = 'confirmed'
      join profiles client on client.id = holder.user_id
      join units on units.id = next.unit_id join products on products.id = units.product_id
    where next.kind = 'booking' and next.rented is not null and next.during @> ${moment}
      and (exists (select from stop_times where booking_id = holder.id and leg = 'out' and done_at < upper(last.rented))
        or exists (select from condition_reports where booking_id = holder.id and leg = 'out' and recorded_at < upper(last.rented)))
      and not exists (select from stop_times where booking_id = holder.id and leg = 'back' and done_at >= lower(last.rented))
      and not exists (select from condition_reports where booking_id = holder.id and leg = 'back' and recorded_at >= lower(last.rented))
    order by lower(next.during), products.name, units.number limit 20`)
  return rows
}
