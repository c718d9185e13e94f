import { type SQL, sql } from "drizzle-orm"
import type { BookingId, Id } from "../../../domain/id.ts"
import type { Transaction } from "../database.server.ts"

/** Rows whose time has come, and what is done with each of them. */
export type Sweep = {
  /** Cron expression, Europe/Paris. */
  schedule: string
  description: string
  /** Selects the `id` of every row that is due at that instant: by its columns alone, whatever has run. */
  due(at: Date): SQL
  /** A row that is still due so many minutes later is late: nobody sweeps. */
  lateAfterMinutes: number
  /** Does it for one row, if it is still due at that instant; says what it did. Done twice, it is done once. */
  run(id: Id, at: Date): Promise<string>
}

/** What a run answers when the row is not due any more. */
export const NOT_DUE = "nothing to do any more"

/** An instant in a statement. */
export function instant(at: Date): SQL {
  return sql`${at.toISOString()}::timestamptz`
}

/** Notes that a notice of a booking goes now; false when it has gone already for the same thing. */
export async function noteOnce(
  tx: Transaction,
  bookingId: BookingId,
  kind: "waiting" | "day-before" | "thanks" | "payment" | "deposit" | "insurance",
  about: string,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into booking_notices (booking_id, kind, about, at) values (${bookingId}, ${kind}, ${about}, ${instant(at)})
    on conflict do nothing`)
  return rowCount === 1
}

/** The booking's customer wants these mails, which no contract asks for. */
export function isWanted(column: "mail_day_before" | "mail_thanks"): SQL {
  return sql`exists (select from profiles where profiles.id = booking.user_id and ${sql.raw(column)})`
}

/** True when it is that hour or later in Paris. */
export function fromHour(at: Date, hour: number): SQL {
  return sql`extract(hour from ${instant(at)} at time zone 'Europe/Paris') >= ${hour}`
}
