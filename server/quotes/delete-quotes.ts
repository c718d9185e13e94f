import { type SQL, sql } from "drizzle-orm"
import { releaseDaysOfQuotes } from "../availability/release.ts"
import type { Transaction } from "../platform/database.server.ts"

/** With versions, links and what was said about them; numbers are not used again. */
export async function deleteQuotes(tx: Transaction, selectedIds: SQL): Promise<number> {
  await releaseDaysOfQuotes(tx, selectedIds)
  await tx.execute(sql`
    update event_details set personal = null
    where personal <> '{}' and event_id in (
      select id from events where subject_kind = 'quote' and subject_id in (select id::text from (${selectedIds}) selected))`)
  const { rowCount } = await tx.execute(sql`delete from quotes where id in (${selectedIds})`)
  return rowCount ?? 0
}
