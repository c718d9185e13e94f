import { createHmac } from "node:crypto"
import { eq } from "drizzle-orm"
import { type Actor, ownAccountParty } from "../../domain/accounts/party.ts"
import type { Id } from "../../domain/id.ts"
import type { DeclineReason, QuoteState } from "../../domain/quotes/state.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { releaseQuoteDays } from "../availability/release.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { quoteLinks, quotes } from "../platform/schema/quotes.ts"
import { authSecret } from "../platform/secrets/secret.ts"
import { digestOf } from "../platform/secrets/secret-token.ts"
import { mailAnswerToOwner } from "./mail-answer.ts"
import { type OpenedQuote, type QuoteLinkProblem, openQuote, readQuoteClient } from "./open-quote.ts"
import type { QuoteRow } from "./quote-rows.ts"

type LockedLinkProblem = QuoteLinkProblem | { kind: "shows-only" }
export type AnswerProblem = LockedLinkProblem | { kind: "ended"; state: QuoteState }

type Answer = { secret: string; at?: Date }

export async function declineQuote({
  secret,
  reason,
  words,
  at = new Date(),
}: Answer & { reason: DeclineReason; words: string }): Promise<Result<null, AnswerProblem>> {
  return transaction(async (tx) => {
    const opened = await lockForAnswer(tx, secret, at)
    if (!opened.ok) return opened
    const { quote, state } = opened.value
    if (state === "declined") return ok(null)
    if (state !== "sent") return err({ kind: "ended", state })
    await tx
      .update(quotes)
      .set({ state: "declined", declineReason: reason, declineWords: words || null, answeredAt: at })
      .where(eq(quotes.id, quote.id))
    await releaseQuoteDays(tx, quote.id, at)
    await recordEvent(tx, {
      by: await readerOf(tx, quote),
      action: "quote.declined",
      subject: quote.id,
      details: { number: quote.number, reason },
      ...(words && { personal: { words } }),
      at,
    })
    await mailAnswerToOwner(tx, quote, { kind: "declined", reason, words }, at)
    return ok(null)
  })
}

/** A new version answers it; an expired quote may be asked for again. */
export async function requestQuoteChange({
  secret,
  words,
  at = new Date(),
}: Answer & { words: string }): Promise<Result<null, AnswerProblem>> {
  return transaction(async (tx) => {
    const opened = await lockForAnswer(tx, secret, at)
    if (!opened.ok) return opened
    const { quote, state } = opened.value
    if (state !== "sent" && state !== "expired") return err({ kind: "ended", state })
    if (quote.changeRequestedAt !== null && quote.changeWords === words) return ok(null)
    await tx.update(quotes).set({ changeWords: words, changeRequestedAt: at }).where(eq(quotes.id, quote.id))
    await recordEvent(tx, {
      by: await readerOf(tx, quote),
      action: "quote.change-requested",
      subject: quote.id,
      details: { number: quote.number },
      personal: { words },
      at,
    })
    // Other words for a request that waits mail nobody again.
    if (quote.changeRequestedAt === null) await mailAnswerToOwner(tx, quote, { kind: "change-requested", words }, at)
    return ok(null)
  })
}

/** Derived from the reader's own link, so that repeated clicks make one. It reads only (D66). */
export async function createShowLink({ secret, at = new Date() }: Answer): Promise<Result<string, AnswerProblem>> {
  return transaction(async (tx) => {
    const opened = await lockForAnswer(tx, secret, at)
    if (!opened.ok) return opened
    const { quote, version, state } = opened.value
    if (state !== "sent") return err({ kind: "ended", state })
    const secretToShow = await deriveShowSecret(opened.value.link.id)
    const { validUntil: endsAt } = version
    const digest = digestOf(secretToShow)
    const isNew = (await tx.$count(quoteLinks, eq(quoteLinks.digest, digest))) === 0
    await tx
      .insert(quoteLinks)
      .values({ quoteId: quote.id, purpose: "show", digest, madeAt: at, endsAt })
      .onConflictDoUpdate({ target: quoteLinks.digest, set: { endsAt } })
    if (isNew)
      await recordEvent(tx, {
        by: await readerOf(tx, quote),
        action: "quote.link-made",
        subject: quote.id,
        details: { number: quote.number },
        at,
      })
    return ok(secretToShow)
  })
}

async function deriveShowSecret(linkId: Id): Promise<string> {
  return createHmac("sha256", await authSecret())
    .update(`show-quote:${linkId}`)
    .digest("hex")
    .slice(0, 36)
}

/** Lock order: the quote before anything that is claimed for it. */
export async function lockForAnswer(
  tx: Transaction,
  secret: string,
  at: Date,
): Promise<Result<OpenedQuote, LockedLinkProblem>> {
  const opened = await openQuote(secret, at, tx)
  if (!opened.ok) return opened
  if (opened.value.link.purpose !== "accept") return err({ kind: "shows-only" })
  await tx.select({ id: quotes.id }).from(quotes).where(eq(quotes.id, opened.value.quote.id)).for("update")
  return openQuote(secret, at, tx)
}

/** A prospect has no account yet. */
export async function readerOf(tx: Transaction, quote: QuoteRow): Promise<Actor> {
  const client = await readQuoteClient(quote, tx)
  return client?.id ? ownAccountParty({ id: client.id, name: client.name }).actor : { kind: "visitor" }
}
