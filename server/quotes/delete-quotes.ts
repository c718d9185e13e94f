import { type SQL, sql } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import type { QuoteId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { releaseDaysOfQuotes } from "../availability/release.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { storage } from "../platform/storage/current.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { lockQuote } from "./quote-rows.ts"
import { ORDER_BUCKET } from "./order-file.ts"

/** At its reader's request; an accepted one stays with its booking. */
export async function deleteQuote(
  actor: Staff,
  id: QuoteId,
  at: Date = new Date(),
): Promise<Result<null, { kind: "gone" } | { kind: "accepted" }>> {
  return transaction(async (tx) => {
    const quote = await lockQuote(tx, id)
    if (!quote) return err({ kind: "gone" })
    if (quote.bookingId !== null) return err({ kind: "accepted" })
    await deleteQuotes(tx, sql`select ${id}::uuid as id`)
    await recordEvent(tx, { by: actor, action: "quote.deleted", subject: id, details: { number: quote.number }, at })
    return ok(null)
  })
}

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
