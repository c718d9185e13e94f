import { eq } from "drizzle-orm"
import { type Actor, type Staff, system } from "../../domain/accounts/party.ts"
import type { QuoteId } from "../../domain/id.ts"
import { canBecome } from "../../domain/quotes/state.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { releaseQuoteDays } from "../availability/release.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { quotes } from "../platform/schema/quotes.ts"
import { mailQuoteExpired } from "./quote-mails.ts"
import { type QuoteRow, listQuoteVersions, lockQuote, newestSentVersion, readQuoteReader } from "./quote-rows.ts"

/** Pressing twice withdraws once. */
export async function withdrawQuote(
  actor: Staff,
  id: QuoteId,
  at: Date = new Date(),
): Promise<Result<QuoteRow, { kind: "gone" } | { kind: "ended" }>> {
  return transaction(async (tx) => {
    const quote = await lockQuote(tx, id)
    if (!quote) return err({ kind: "gone" })
    if (quote.state === "withdrawn") return ok(quote)
    if (!canBecome(quote.state, "withdrawn")) return err({ kind: "ended" })
    return ok(await endQuote(tx, quote, { by: actor, state: "withdrawn", at }))
  })
}

/** False when it has not ended, or was answered meanwhile. */
export async function expireQuote(id: QuoteId, at: Date): Promise<boolean> {
  return transaction(async (tx) => {
    const quote = await lockQuote(tx, id)
    if (quote?.state !== "sent") return false
    const version = newestSentVersion(await listQuoteVersions(id, tx))
    if (!version || version.validUntil > at) return false
    await endQuote(tx, quote, { by: system, state: "expired", at })
    await mailQuoteExpired(tx, { quote, version, reader: await readQuoteReader(quote, tx), at })
    return true
  })
}

async function endQuote(
  tx: Transaction,
  { id, number }: QuoteRow,
  { by, state, at }: { by: Actor; state: "withdrawn" | "expired"; at: Date },
): Promise<QuoteRow> {
  const [ended] = await tx.update(quotes).set({ state, answeredAt: at }).where(eq(quotes.id, id)).returning()
  if (!ended) throw new Error("The quote was locked, then gone")
  await releaseQuoteDays(tx, id, at)
  await recordEvent(tx, { by, action: `quote.${state}`, subject: id, details: { number }, at })
  return ended
}
