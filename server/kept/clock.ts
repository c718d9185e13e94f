import { sql } from "drizzle-orm"
import { addDays, dayInParis, startOfDayInParis } from "../../domain/day.ts"
import { db } from "../database.server.ts"

/**
 * When a hold, a request or a change that waits for its signature next gives its days back without anybody writing it down, in milliseconds since 1970; of one
 * product, or of whatever.
 */
export async function nextEnd(at: Date, product: string | null): Promise<number> {
  const ofProduct = sql`(${product}::uuid is null or product_id = ${product}::uuid)`
  const now = sql`${at.toISOString()}::timestamptz`
  const { rows } = await db.execute<{ next: Date | null }>(sql`
    select least(
      (select min(hold_ends_at) from occupancy where hold_ends_at > ${now} and ${ofProduct}),
      (select min(expires_at) from bookings where status = 'pending' and expires_at > ${now} and ${ofProduct}),
      (select min(contract_due_at) from bookings where status = 'confirmed' and contract_due_at > ${now} and ${ofProduct}),
      (select min(due_at) from contracts where status = 'sent' and due_at > ${now}
        and (${product}::uuid is null or booking_id in (select id from bookings where product_id = ${product}::uuid)))
    ) as next`)
  const next = rows[0]?.next
  return next ? new Date(next).getTime() : Infinity
}

/** When the day turns in Paris: what is today, and how far one may rent. */
export function endOfDay(at: Date): number {
  return startOfDayInParis(addDays(dayInParis(at), 1)).getTime()
}
