import { type SQL, sql } from "drizzle-orm"
import { periods } from "../../../domain/retention/periods.ts"
import type { Id } from "../../../domain/id.ts"
import { followDelivery, lockCarried } from "../../contracts/contract-delivery.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { isStillTried } from "../../platform/queue/job-table.ts"
import { log } from "../../platform/log.ts"
import { emptyOrder } from "../../platform/mail/empty-order.ts"

/**
 * Marks as given up what the queue will not try any more: its last worker died at it, or the queue has forgotten it.
 * Nothing is ever silently lost: what is marked stands in the list of the undelivered. Answers how many.
 */
export async function settleLostMails(at: Date): Promise<number> {
  const lost = (id: Id | null) => sql`
    state = 'waiting' and ordered_at < ${at.toISOString()}::timestamptz - interval '1 hour'
      and ${id === null ? sql`true` : sql`id = ${id}::uuid`}
      and not ${isStillTried("send-mail", sql`mails.id`)}`
  const { rows } = await db.execute<{ id: Id }>(sql`select id from mails where ${lost(null)}`)
  let settled = 0
  for (const { id } of rows) {
    try {
      // What hangs on the mail is followed with it, or neither is written and the next run does both.
      const done = await transaction(async (tx) => {
        const carried = await lockCarried(tx, id)
        const { rowCount } = await tx.execute(sql`
          with lost as (
            update mails set state = 'failed', settled_at = ${at.toISOString()}::timestamptz, trying_since = null
            where ${lost(id)} returning id)
          update mail_details set answer = coalesce(answer, 'The queue gave it up') from lost where mail_id = lost.id`)
        if (rowCount && carried) await followDelivery(tx, carried, at)
        return Boolean(rowCount)
      })
      if (done) settled++
    } catch (error) {
      log.error("A lost mail could not be settled", { mail: id, error })
    }
  }
  return settled
}

/**
 * Forgets mails that concern no booking, as long after they left, or could not, as `periods` says. What is
 * about a booking stays with it. Answers how many.
 */
export async function forgetMails(at: Date): Promise<number> {
  const gone = await db.execute(sql`
    delete from mails where booking_id is null and state <> 'waiting'
      and settled_at < ${at.toISOString()}::timestamptz - case when state in ('refused', 'failed') and sent_again_as is null
        then ${`${periods.undeliveredMailMonths} months`}::interval else ${`${periods.sentMailDays} days`}::interval end`)
  return gone.rowCount ?? 0
}

/**
 * Erases whom these mails went to and what they said (D52); that and when they went stays. `which` selects their ids.
 * Answers how many.
 */
export async function eraseMailDetails(tx: Transaction, which: SQL): Promise<number> {
  // First: what is selected by whom the mails went to is no longer found afterwards.
  await emptyOrder(tx, sql`select id from mails where id in (${which}) and state <> 'waiting'`)
  const erased = await tx.execute(sql`
    update mail_details set recipients = '[]', data = null, subject = null, body = null, answer = null, words = ''
    where mail_id in (${which})`)
  return erased.rowCount ?? 0
}
