import { sql } from "drizzle-orm"
import { OUTSIDE_STALE_HOURS } from "../../../domain/availability/outside.ts"
import { db } from "../../platform/database.server.ts"

export async function listFailingCalendars(at: Date): Promise<{ name: string; since: Date }[]> {
  const failingBefore = new Date(at.getTime() - OUTSIDE_STALE_HOURS * 3_600_000)
  const { rows } = await db.execute<{ name: string; since: string }>(sql`
    select name, failing_since as since from outside_calendars
    where failing_since <= ${failingBefore.toISOString()}::timestamptz order by failing_since, name`)
  return rows.map(({ name, since }) => ({ name, since: new Date(since) }))
}

export async function readOutsideCalendarFigures(): Promise<{ read: number; failing: number }> {
  const { rows } = await db.execute<{ read: number; failing: number }>(sql`
    select count(*) filter (where failing_since is null)::integer as read,
      count(*) filter (where failing_since is not null)::integer as failing
    from outside_calendars`)
  return rows[0] ?? { read: 0, failing: 0 }
}
