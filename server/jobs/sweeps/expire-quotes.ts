import { sql } from "drizzle-orm"
import { NOT_DUE, type Sweep, instant } from "../../platform/queue/sweep.ts"
import { expireQuote } from "../../quotes/end-quote.ts"

export const expireQuotes: Sweep = {
  schedule: "*/10 * * * *",
  description: "Ends quotes that nobody answered in time, frees the days they keep and writes to their readers.",
  lateAfterMinutes: 30,
  due: (at) => sql`
    select quote.id from quotes quote
    where quote.state = 'sent' and (
      select valid_until from quote_versions where quote_id = quote.id and sent_at is not null
      order by version desc limit 1) <= ${instant(at)}`,
  run: async (id, at) => ((await expireQuote(id, at)) ? "expired" : NOT_DUE),
}
