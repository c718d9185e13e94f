import { sql } from "drizzle-orm"
import { addDays, dayInParis } from "../../../domain/day.ts"
import type { Id } from "../../../domain/id.ts"
import { periods } from "../../../domain/retention/periods.ts"
import type { Transaction } from "../../platform/database.server.ts"

/** Ignores all mails but the dormancy notice, since nobody is erased unwarned (D31, GDPR 5(1)(e)). */
export async function startNoticePeriod(tx: Transaction, mailId: Id, at: Date): Promise<void> {
  await tx.execute(sql`
    update profiles set erase_on = ${addDays(dayInParis(at), periods.accountNoticeDays)}
    from mails join mail_details on mail_id = mails.id
    where mails.id = ${mailId}::uuid and template = 'dormant-notice' and dormant_told_at is not null and erase_on is null
      and recipients -> 0 ->> 'address' = profiles.email`)
}
