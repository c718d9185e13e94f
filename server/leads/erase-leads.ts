import { sql } from "drizzle-orm"
import { periods } from "../../domain/retention/periods.ts"
import { transaction } from "../platform/database.server.ts"

/** The lead of a message goes with it; a call's row is in the journal until the same day, so that it can be put back. */
export async function eraseLeads(at: Date): Promise<number> {
  const before = (period: string) => sql`${at.toISOString()}::timestamptz - ${period}::interval`
  return transaction(async (tx) => {
    const calls = await tx.execute(sql`
      delete from leads where kind = 'call' and greatest(created_at, updated_at) < ${before(`${periods.contactYears} years`)}`)
    const unfinished = await tx.execute(sql`
      delete from leads where kind = 'booking' and greatest(created_at, updated_at) < ${before(`${periods.draftDays} days`)}`)
    await tx.execute(sql`
      update event_details set personal = null where personal <> '{}' and event_id in (
        select id from events where subject_kind = 'lead' and at < ${before(`${periods.contactYears} years`)})`)
    return (calls.rowCount ?? 0) + (unfinished.rowCount ?? 0)
  })
}
