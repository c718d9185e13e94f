import { and, eq, isNull } from "drizzle-orm"
import { normalizeEmail } from "../../domain/accounts/email.ts"
import type { ContractClient } from "../../domain/contracts/contract-facts.ts"
import type { ProfileId } from "../../domain/id.ts"
import { type QuoteState, quoteStateAt } from "../../domain/quotes/state.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type Executor, db } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { quoteLinks, quotes } from "../platform/schema/quotes.ts"
import { digestOf } from "../platform/secrets/secret-token.ts"
import { type QuoteRow, type SentVersion, listSentVersions } from "./quote-rows.ts"

type QuoteLink = typeof quoteLinks.$inferSelect

export type OpenedQuote = {
  link: QuoteLink
  quote: QuoteRow
  /** The newest that was sent. */
  version: SentVersion
  /** Read before it, if any. */
  earlier: SentVersion | null
  state: QuoteState
}

export type QuoteLinkProblem = { kind: "unknown-link" } | { kind: "ended-link" }

/** An accepted quote still opens, so that its link leads to the booking. */
export async function openQuote(
  secret: string,
  at: Date,
  executor: Executor = db,
): Promise<Result<OpenedQuote, QuoteLinkProblem>> {
  const [row] = await executor
    .select({ link: quoteLinks, quote: quotes })
    .from(quoteLinks)
    .innerJoin(quotes, eq(quotes.id, quoteLinks.quoteId))
    .where(eq(quoteLinks.digest, digestOf(secret)))
  if (!row) return err({ kind: "unknown-link" })
  const { link, quote } = row
  const versions = await listSentVersions(quote.id, executor)
  const version = versions.at(-1)
  if (!version || link.endsAt <= at) return err({ kind: "ended-link" })
  const state = quoteStateAt({ state: quote.state, validUntil: version.validUntil }, at)
  return ok({ link, quote, version, earlier: findEarlierVersion(versions, row), state })
}

/** An older link was mailed with an older version; a reader of the first mail had opened the one before. */
function findEarlierVersion(
  versions: readonly SentVersion[],
  { link, quote }: { link: QuoteLink; quote: QuoteRow },
): SentVersion | null {
  const earlier = versions.slice(0, -1)
  const newest = versions.at(-1)
  const ofLink = earlier.findLast(({ sentAt }) => sentAt <= link.madeAt) ?? null
  if (newest && link.madeAt < newest.sentAt && ofLink) return ofLink
  const wasOpened = newest && quote.firstOpenedAt !== null && quote.firstOpenedAt < newest.sentAt
  return wasOpened ? (earlier.at(-1) ?? null) : null
}

export async function noteOpening({ quote, link }: OpenedQuote, at: Date): Promise<void> {
  if (link.purpose !== "accept" || quote.firstOpenedAt !== null) return
  await db
    .update(quotes)
    .set({ firstOpenedAt: at })
    .where(and(eq(quotes.id, quote.id), isNull(quotes.firstOpenedAt)))
}

/** `id` is null for a prospect, whose account is made by accepting. */
export type QuoteClient = ContractClient & {
  id: ProfileId | null
  street: string | null
  zipCode: string | null
  city: string | null
}

/** An account with the prospect's address is theirs. */
export async function readQuoteClient(quote: QuoteRow, executor: Executor = db): Promise<QuoteClient | null> {
  const email = normalizeEmail(quote.email ?? "")
  const [profile] = await executor
    .select()
    .from(profiles)
    .where(quote.userId ? eq(profiles.id, quote.userId) : eq(profiles.email, email))
    .limit(email === "" && !quote.userId ? 0 : 1)
  if (profile) return profile.erasedAt === null ? profile : null
  if (quote.name === null) return null
  return {
    id: null,
    name: quote.name.trim(),
    email,
    phone: quote.phone?.trim() || null,
    clientType: "individual",
    businessName: null,
    businessSiret: null,
    businessVat: null,
    businessContactName: null,
    homeStreet: null,
    homeZipCode: null,
    homeCity: null,
    street: null,
    zipCode: null,
    city: null,
  }
}
