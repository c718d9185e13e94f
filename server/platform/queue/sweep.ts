import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../domain/id.ts"
import type { Transaction } from "../database.server.ts"
import type { bookingNotices } from "../schema/retention.ts"

export type Sweep = {
  /** Cron expression, Europe/Paris. */
  schedule: string
  description: string
  /** Selects `id` by the rows' state alone, so that a missed run is made up for. */
  due(at: Date): SQL
  lateAfterMinutes: number
  /** Must be idempotent and check that the row is still due. */
  run(id: Id, at: Date): Promise<string>
}

export const NOT_DUE = "nothing to do any more"

export function instant(at: Date): SQL {
  return sql`${at.toISOString()}::timestamptz`
}

/** False when it was sent before. */
export async function recordNoticeOnce(
  tx: Transaction,
  { bookingId, kind, about, at }: typeof bookingNotices.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into booking_notices (booking_id, kind, about, at) values (${bookingId}, ${kind}, ${about}, ${instant(at)})
    on conflict do nothing`)
  return rowCount === 1
}

export function acceptsMail(column: "mail_day_before" | "mail_thanks"): SQL {
  return sql`exists (select from profiles where profiles.id = booking.user_id and ${sql.raw(column)})`
}

export function isHourReached(at: Date, hour: number): SQL {
  return sql`extract(hour from ${instant(at)} at time zone 'Europe/Paris') >= ${hour}`
}
