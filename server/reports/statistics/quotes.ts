import { sql } from "drizzle-orm"
import { type Day, addDays, startOfDayInParis } from "../../../domain/day.ts"
import type { DeclineReason } from "../../../domain/quotes/state.ts"
import { db } from "../../platform/database.server.ts"

export type QuoteFigures = {
  sent: number
  opened: number
  accepted: number
  /** From the first sending, on average; null without any. */
  daysToAccept: number | null
  declined: Partial<Record<DeclineReason, number>>
}

/** Counts quotes first sent on these days, whatever became of them since. */
export async function readQuoteFigures(from: Day, to: Day): Promise<QuoteFigures> {
  const [start, end] = [startOfDayInParis(from).toISOString(), startOfDayInParis(addDays(to, 1)).toISOString()]
  const { rows } = await db.execute<QuoteFigures>(sql`
    with sent as (
      select quote.*, first_sent_at from quotes quote
        join lateral (select min(sent_at) as first_sent_at from quote_versions where quote_id = quote.id) versions on true
      where first_sent_at >= ${start} and first_sent_at < ${end}
    )
    select count(*)::integer as sent, count(first_opened_at)::integer as opened,
      count(*) filter (where state = 'accepted')::integer as accepted,
      (avg(extract(epoch from answered_at - first_sent_at)) filter (where state = 'accepted') / 86400)::float8 as "daysToAccept",
      coalesce((select jsonb_object_agg(decline_reason, quotes) from (
        select decline_reason, count(*) as quotes from sent where decline_reason is not null group by 1) reasons), '{}') as declined
    from sent`)
  return rows[0] ?? { sent: 0, opened: 0, accepted: 0, daysToAccept: null, declined: {} }
}
