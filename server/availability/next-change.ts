import { sql } from "drizzle-orm"
import { addDays, dayInParis, startOfDayInParis } from "../../domain/day.ts"
import { db } from "../platform/database.server.ts"

/** In milliseconds since 1970. */
export async function findNextTimedChange(at: Date): Promise<number> {
  const endOfDay = startOfDayInParis(addDays(dayInParis(at), 1)).getTime()
  return Math.min(endOfDay, await findNextExpiry(at))
}

/** Infinity when nothing is due. */
export async function findNextExpiry(at: Date): Promise<number> {
  const now = at.toISOString()
  const { rows } = await db.execute<{ next: string | null }>(sql`
    select least(
      (select min(hold_ends_at) from occupancy where hold_ends_at > ${now}),
      (select min(expires_at) from bookings where status = 'pending' and expires_at > ${now}),
      (select min(contract_due_at) from bookings where status = 'confirmed' and contract_due_at > ${now}),
      (select min(due_at) from contracts where status = 'sent' and due_at > ${now})
    ) as next`)
  const next = rows[0]?.next
  return next ? new Date(next).getTime() : Infinity
}
