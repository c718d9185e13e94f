import { and, eq, gt } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import type { QuoteId } from "../../domain/id.ts"
import { canBecome } from "../../domain/quotes/state.ts"
import { keepEnd, keepProblem, lastValidDay, latestValidity } from "../../domain/quotes/validity.ts"
import { productsOf } from "../../domain/rental/parts.ts"
import type { PromoCodeProblem } from "../../domain/pricing/code-terms.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { withClaimRetry } from "../availability/claim.ts"
import { lockProducts } from "../availability/ranges.ts"
import { claimForQuote } from "../availability/rentals.ts"
import { releaseQuoteDays } from "../availability/release.ts"
import { lockPromoCode } from "../bookings/promo-code.ts"
import { refuseExpired } from "../bookings/refuse-expired.ts"
import { openLead } from "../leads/edit-leads.ts"
import type { Transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { quoteLinks, quoteVersions, quotes } from "../platform/schema/quotes.ts"
import type { LockProblem, TermsProblem } from "./draft-quote.ts"
import { createAcceptUrl } from "./quote-links.ts"
import { mailQuote } from "./quote-mails.ts"
import {
  type QuoteRow,
  type QuoteVersion,
  isVersion,
  listQuoteVersions,
  lockQuote,
  newestSentVersion,
  readQuoteReader,
} from "./quote-rows.ts"
import { readQuoteTerms } from "./quote-terms.ts"

export type SendProblem =
  | TermsProblem
  | LockProblem
  | { kind: "no-email" }
  | { kind: "distance-unknown" }
  | { kind: "days-taken" }
  | { kind: "promo-code-refused"; problem: PromoCodeProblem }

type SendQuote = { actor: Staff; id: QuoteId; loadedVersion: string; at?: Date }

/** Freezes the version, mails its link, and keeps the days where the owner wants it (D66). */
export async function sendQuote({ at = new Date(), ...sending }: SendQuote): Promise<Result<QuoteRow, SendProblem>> {
  const sent = await withClaimRetry((tx) => sendInTransaction(tx, { ...sending, at }))
  return sent === "days-taken" ? err({ kind: "days-taken" }) : sent
}

async function sendInTransaction(
  tx: Transaction,
  { actor, id, loadedVersion, at }: Required<SendQuote>,
): Promise<Result<QuoteRow, SendProblem>> {
  const quote = await lockQuote(tx, id)
  if (!quote) return err({ kind: "gone" })
  const versions = await listQuoteVersions(id, tx)
  const version = versions.at(-1)
  if (!version || version.sentAt !== null || !canBecome(quote.state, "sent")) return err({ kind: "no-draft" })
  if (version.updatedAt.toISOString() !== loadedVersion) return err({ kind: "stale" })
  const reader = await readQuoteReader(quote, tx)
  if (reader.email === null) return err({ kind: "no-email" })
  if (version.row.isDelivery && version.row.distanceToConfirm) return err({ kind: "distance-unknown" })
  const latest = latestValidity(version.row.rentals, at)
  if (latest === null) return err({ kind: "too-near" })
  const validUntil = version.validUntil < latest ? version.validUntil : latest
  if (validUntil <= at) return err({ kind: "validity-past" })
  const problem = keepProblem(version.keepUntil, validUntil, at)
  if (problem) return err(problem)
  const { promoCode, rentals } = version.row
  if (promoCode) {
    const [known] = await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, reader.email))
    const customerId = quote.userId ?? known?.id ?? null
    const locked = await lockPromoCode(tx, promoCode, { customerId, rentals, quoteId: id, at })
    if (!locked.ok) return err({ kind: "promo-code-refused", problem: locked.error })
  }
  await keepDays(tx, { quote, version, validUntil, at })
  const frozen = { validUntil, terms: await readQuoteTerms(version, tx), sentAt: at, sentBy: actor.id }
  const [sentVersion] = await tx.update(quoteVersions).set(frozen).where(isVersion(version)).returning()
  if (quote.state === "withdrawn") await endLinks(tx, id, at)
  const [sent] = await tx
    .update(quotes)
    .set({ state: "sent", changeRequestedAt: null, answeredAt: null, declineReason: null, declineWords: null })
    .where(eq(quotes.id, id))
    .returning()
  if (!sent || !sentVersion) throw new Error("The quote was locked, then gone")
  if (quote.leadId) await openLead(tx, { id: quote.leadId })
  const quoteUrl = await createAcceptUrl(tx, { quoteId: id, validUntil, at })
  const earlier = newestSentVersion(versions) ?? null
  await mailQuote(tx, { quote: sent, version: sentVersion, reader, quoteUrl, earlier, at })
  await recordEvent(tx, {
    by: actor,
    action: "quote.sent",
    subject: id,
    details: {
      number: quote.number,
      version: version.version,
      total: version.row.total,
      until: lastValidDay(validUntil),
      ...(version.keepUntil && { keepUntil: version.keepUntil }),
    },
    at,
  })
  return ok(sent)
}

/** Withdrawing a quote closes its links for good (D56). */
async function endLinks(tx: Transaction, quoteId: QuoteId, at: Date): Promise<void> {
  await tx
    .update(quoteLinks)
    .set({ endsAt: at })
    .where(and(eq(quoteLinks.quoteId, quoteId), gt(quoteLinks.endsAt, at)))
}

type KeptDays = { quote: QuoteRow; version: QuoteVersion; validUntil: Date; at: Date }

/** Units must be free in any case; without a wish to keep them they are freed again. */
async function keepDays(tx: Transaction, { quote: { id, userId }, version, validUntil, at }: KeptDays): Promise<void> {
  const { row, keepUntil } = version
  await lockProducts(tx, productsOf(row.rentals))
  await releaseQuoteDays(tx, id, at)
  const claims = { quoteId: id, rentals: row.rentals, at }
  if (keepUntil === null) {
    await refuseExpired(tx, await claimForQuote(tx, { ...claims, customerId: null, endsAt: validUntil }), at)
    await releaseQuoteDays(tx, id, at)
    return
  }
  const endsAt = keepEnd(keepUntil, validUntil)
  await refuseExpired(tx, await claimForQuote(tx, { ...claims, customerId: userId, endsAt }), at)
}
