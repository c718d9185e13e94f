import { type SQL, sql } from "drizzle-orm"
import { releaseDaysOfQuotes } from "../availability/release.ts"
import type { Transaction } from "../platform/database.server.ts"
import { storage } from "../platform/storage/current.server.ts"
import { ORDER_BUCKET } from "./order-file.ts"

/**
 * With versions, links, orders and what was said about them; numbers are not used again. The files go first: an
 * interrupted run finds them again.
 */
export async function deleteQuotes(tx: Transaction, selectedIds: SQL): Promise<number> {
  await releaseDaysOfQuotes(tx, selectedIds)
  const { rows: orders } = await tx.execute<{ key: string }>(sql`
    select order_key as key from quotes where order_key is not null and id in (${selectedIds}) for update`)
  if (orders.length > 0) {
    const files = await storage()
    for (const { key } of orders) await files.remove(ORDER_BUCKET, key)
  }
  await tx.execute(sql`
    update event_details set personal = null
    where personal <> '{}' and event_id in (
      select id from events where subject_kind = 'quote' and subject_id in (select id::text from (${selectedIds}) selected))`)
  const { rowCount } = await tx.execute(sql`delete from quotes where id in (${selectedIds})`)
  return rowCount ?? 0
}
