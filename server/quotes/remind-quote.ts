import { type SQL, sql } from "drizzle-orm"
import { type Actor, system } from "../../domain/accounts/party.ts"
import { dayInParis } from "../../domain/day.ts"
import type { QuoteId } from "../../domain/id.ts"
import { transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { instant } from "../platform/queue/sweep.ts"
import { quoteVersions } from "../platform/schema/quotes.ts"
import { createAcceptUrl } from "./quote-links.ts"
import { mailQuoteReminder } from "./quote-mails.ts"
import { isVersion, listQuoteVersions, lockQuote, newestSentVersion, readQuoteReader } from "./quote-rows.ts"

/** False when no reminder is due, or an answer came. The owner may remind sooner, once a day at most. */
export async function remindQuote(
  id: QuoteId,
  { by = system, at = new Date() }: { by?: Actor; at?: Date } = {},
): Promise<boolean> {
  return transaction(async (tx) => {
    const quote = await lockQuote(tx, id)
    if (quote?.state !== "sent" || quote.changeRequestedAt !== null) return false
    const version = newestSentVersion(await listQuoteVersions(id, tx))
    if (!version) return false
    const { sentAt, validUntil, remindedAt } = version
    const isDue =
      by.kind === "administrator"
        ? validUntil > at && [sentAt, remindedAt].every((last) => last === null || dayInParis(last) !== dayInParis(at))
        : (await tx.execute(sql`select from (${selectQuotesToRemind(at)}) due where id = ${id}`)).rowCount === 1
    if (!isDue) return false
    await tx.update(quoteVersions).set({ remindedAt: at }).where(isVersion(version))
    // Needs a new link, because secrets are not stored (D56).
    const quoteUrl = await createAcceptUrl(tx, { quoteId: id, validUntil, at })
    await mailQuoteReminder(tx, { quote, version, reader: await readQuoteReader(quote, tx), quoteUrl, at })
    await recordEvent(tx, { by, action: "quote.reminded", subject: id, details: { number: quote.number }, at })
    return true
  })
}

/**
 * At 10 in the morning in Paris, so many days after sending and before the end; inside the validity, never on the day of
 * sending. Missed ones become one, at most one a day (D66).
 */
export function selectQuotesToRemind(moment: Date): SQL {
  const at = instant(moment)
  const morning = (day: SQL) => sql`(${day}::timestamp + interval '10 hours') at time zone 'Europe/Paris'`
  const dayInParis = (moment: SQL) => sql`(${moment} at time zone 'Europe/Paris')::date`
  return sql`
    select quote.id
    from quotes quote
      join lateral (
        select sent_at, valid_until, reminded_at from quote_versions
        where quote_id = quote.id and sent_at is not null order by version desc limit 1) sent on true
      cross join finance_settings
      cross join lateral (values
        (quote_reminder_days, ${dayInParis(sql`sent_at`)} + quote_reminder_days),
        (quote_second_reminder_days, ${dayInParis(sql`sent_at`)} + quote_second_reminder_days),
        (quote_last_reminder_days, ${dayInParis(sql`(valid_until - interval '1 millisecond')`)} - quote_last_reminder_days)
      ) reminder (days, day)
    where quote.state = 'sent' and change_requested_at is null and (order_received_at >= sent_at) is not true
      and valid_until > ${at} and days > 0
      and day > ${dayInParis(sql`sent_at`)} and ${morning(sql`day`)} < valid_until and ${morning(sql`day`)} <= ${at}
      and (reminded_at is null
        or ${morning(sql`day`)} > reminded_at and ${dayInParis(sql`reminded_at`)} < ${dayInParis(at)})
    group by quote.id`
}
