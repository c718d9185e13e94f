import { sql } from "drizzle-orm"
import type { Id } from "../../../domain/id.ts"
import type { Transaction } from "../../platform/database.server.ts"

/** Starts with the first delivery of the announcement or a resent copy. */
export async function startAnswerPeriod(tx: Transaction, mailId: Id, at: Date): Promise<void> {
  await tx.execute(sql`
    update deposits set told_at = ${at.toISOString()}::timestamptz
    from mails delivered
    where delivered.id = ${mailId}::uuid and deposits.booking_id = delivered.booking_id
      and told_at is null and closed_at is null and announced_mail is not null
      and delivered.id in (
        with recursive carrier (id) as (
          select announced_mail
          union select sent_again_as from mails join carrier using (id) where sent_again_as is not null)
        select id from carrier)`)
}
