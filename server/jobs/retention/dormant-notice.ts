import { sql } from "drizzle-orm"
import { addDays, dayInParis } from "../../../domain/day.ts"
import type { Id } from "../../../domain/id.ts"
import { periods } from "../../../domain/retention/periods.ts"
import type { Transaction } from "../../platform/database.server.ts"

/**
 * The notice that an account ends has left, or its address takes no mail for good: from now on its thirty days run, since
 * nobody can be told who cannot be reached, and what nobody uses must end (D31, GDPR 5(1)(e)). Whatever other mail it is,
 * nothing happens; a notice that we could not send is written again (`tellDormant`).
 */
export async function followNotice(tx: Transaction, mailId: Id, at: Date): Promise<void> {
  await tx.execute(sql`
    update profiles set erase_on = ${addDays(dayInParis(at), periods.accountNoticeDays)}
    from mails join mail_details on mail_id = mails.id
    where mails.id = ${mailId}::uuid and template = 'dormant-notice' and dormant_told_at is not null and erase_on is null
      and recipients -> 0 ->> 'address' = profiles.email`)
}
