import { sql } from "drizzle-orm"
import { UNDO_ACCEPTED_SECONDS } from "../../../domain/journal/undo-window.ts"
import type { Id } from "../../../domain/id.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { syncDisputesSince } from "./disputes.ts"
import { syncRefundsSince, findReturnedRefunds } from "./refunds-made-elsewhere.ts"

const LOOKBACK_DAYS = 30

/** Catches lost webhooks: banks may return a refund days later. */
export async function reconcileRefunds(at: Date): Promise<string> {
  const since = new Date(at.getTime() - LOOKBACK_DAYS * 86_400_000)
  const { rows } = await db.execute<{ id: Id }>(sql`
    select id from refunds
    where payment_id is not null and dropped_at is null and failed_at is null
      -- A refund that can still be undone has its own delayed job.
      and created_at < ${new Date(at.getTime() - 2 * UNDO_ACCEPTED_SECONDS * 1000).toISOString()}::timestamptz
      and coalesce(made_at, ${at.toISOString()}::timestamptz) >= ${since.toISOString()}::timestamptz`)
  const returned = await findReturnedRefunds(since)
  const toSettle = new Set([...rows.map(({ id }) => id), ...returned.ownRefundIds])
  await transaction(async (tx) => {
    for (const id of toSettle) await enqueue(tx, "settle-card-refund", { id })
    for (const id of returned.paymentsToSync) await enqueue(tx, "look-at-card-refunds", { id })
  })
  const recordedCount = await syncRefundsSince(since, at)
  return `${toSettle.size} refunds to look at, ${recordedCount} made elsewhere, ${await syncDisputesSince(since, at)} disputes seen`
}
