import { type SQL, sql } from "drizzle-orm"
import { periods } from "../../../domain/retention/periods.ts"
import type { Id } from "../../../domain/id.ts"
import { followDelivery, lockBookingOfContractMail } from "../../contracts/contract-delivery.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { isJobPending } from "../../platform/queue/job-table.ts"
import { log } from "../../platform/log.ts"
import { clearMailJobs } from "../../platform/mail/clear-mail-jobs.ts"

/** Marks mails the queue has lost as failed, so that they appear among the undelivered. */
export async function settleLostMails(at: Date): Promise<number> {
  const lost = (id: Id | null) => sql`
    state = 'waiting' and ordered_at < ${at.toISOString()}::timestamptz - interval '1 hour'
      and ${id === null ? sql`true` : sql`id = ${id}::uuid`}
      and not ${isJobPending("send-mail", sql`mails.id`)}`
  const { rows } = await db.execute<{ id: Id }>(sql`select id from mails where ${lost(null)}`)
  let settled = 0
  for (const { id } of rows) {
    try {
      // One transaction, so that a failure leaves both to the next run.
      const done = await transaction(async (tx) => {
        const contractBooking = await lockBookingOfContractMail(tx, id)
        const { rowCount } = await tx.execute(sql`
          with lost as (
            update mails set state = 'failed', settled_at = ${at.toISOString()}::timestamptz, trying_since = null
            where ${lost(id)} returning id)
          update mail_details set answer = coalesce(answer, 'The queue gave it up') from lost where mail_id = lost.id`)
        if (rowCount && contractBooking) await followDelivery(tx, contractBooking, at)
        return Boolean(rowCount)
      })
      if (done) settled++
    } catch (error) {
      log.error("A lost mail could not be settled", { mail: id, error })
    }
  }
  return settled
}

/** Mails about a booking stay with it. */
export async function deleteOldMails(at: Date): Promise<number> {
  const deleted = await db.execute(sql`
    delete from mails where booking_id is null and state <> 'waiting'
      and settled_at < ${at.toISOString()}::timestamptz - case when state in ('refused', 'failed') and sent_again_as is null
        then ${`${periods.undeliveredMailMonths} months`}::interval else ${`${periods.sentMailDays} days`}::interval end`)
  return deleted.rowCount ?? 0
}

/** Keeps only the fact and time of sending (D52). */
export async function eraseMailDetails(tx: Transaction, selection: SQL): Promise<number> {
  // Must run first: afterwards a selection by recipient finds nothing.
  await clearMailJobs(tx, sql`select id from mails where id in (${selection}) and state <> 'waiting'`)
  const erased = await tx.execute(sql`
    update mail_details set recipients = '[]', data = null, subject = null, body = null, answer = null, words = ''
    where mail_id in (${selection})`)
  return erased.rowCount ?? 0
}
