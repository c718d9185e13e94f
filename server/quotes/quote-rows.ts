import { and, asc, desc, eq, sql } from "drizzle-orm"
import { dayInParis } from "../../domain/day.ts"
import type { ProfileId, QuoteId } from "../../domain/id.ts"
import { quoteNumber } from "../../domain/quotes/state.ts"
import { type Executor, type Transaction, db } from "../platform/database.server.ts"
import { profiles, users } from "../platform/schema/accounts.ts"
import { quoteCounters, quoteVersions, quotes } from "../platform/schema/quotes.ts"

export type QuoteRow = typeof quotes.$inferSelect
export type QuoteVersion = typeof quoteVersions.$inferSelect
export type SentVersion = QuoteVersion & { sentAt: Date }

export async function takeQuoteNumber(tx: Transaction, at: Date): Promise<string> {
  const year = Number(dayInParis(at).slice(0, 4))
  const [counter] = await tx
    .insert(quoteCounters)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: quoteCounters.year, set: { last: sql`${quoteCounters.last} + 1` } })
    .returning({ last: quoteCounters.last })
  if (!counter) throw new Error("The counter of quotes was not returned")
  return quoteNumber(year, counter.last)
}

export async function findQuote(number: string): Promise<QuoteRow | null> {
  const [quote] = await db.select().from(quotes).where(eq(quotes.number, number))
  return quote ?? null
}

export async function lockQuote(tx: Transaction, id: QuoteId): Promise<QuoteRow | null> {
  const [quote] = await tx.select().from(quotes).where(eq(quotes.id, id)).for("update")
  return quote ?? null
}

/** The oldest first. */
export async function listQuoteVersions(id: QuoteId, executor: Executor = db): Promise<QuoteVersion[]> {
  return executor.select().from(quoteVersions).where(eq(quoteVersions.quoteId, id)).orderBy(asc(quoteVersions.version))
}

/** The oldest first. */
export async function listSentVersions(id: QuoteId, executor: Executor = db): Promise<SentVersion[]> {
  return (await listQuoteVersions(id, executor)).filter((version): version is SentVersion => version.sentAt !== null)
}

export async function readNewestVersion(id: QuoteId, executor: Executor = db): Promise<QuoteVersion> {
  const [version] = await executor
    .select()
    .from(quoteVersions)
    .where(eq(quoteVersions.quoteId, id))
    .orderBy(desc(quoteVersions.version))
    .limit(1)
  if (!version) throw new Error(`Quote ${id} has no version`)
  return version
}

/** `versions` with the oldest first. */
export function newestSentVersion<Version extends { sentAt: Date | null }>(versions: readonly Version[]) {
  return versions.findLast((version): version is Version & { sentAt: Date } => version.sentAt !== null)
}

export const isVersion = ({ quoteId, version }: Pick<QuoteVersion, "quoteId" | "version">) =>
  and(eq(quoteVersions.quoteId, quoteId), eq(quoteVersions.version, version))

/** `id` is null for a prospect; `email` is null where nobody can be written to. */
export type QuoteReader = {
  id: ProfileId | null
  name: string
  email: string | null
  phone: string | null
  isVerified: boolean
  isExample: boolean
}

export async function readQuoteReader(quote: QuoteRow, executor: Executor = db): Promise<QuoteReader> {
  if (quote.userId === null) {
    const { name, email, phone } = quote
    return { id: null, name: name ?? "", email, phone, isVerified: false, isExample: false }
  }
  const [reader] = await executor
    .select({ profile: profiles, isVerified: users.emailVerified })
    .from(profiles)
    .leftJoin(users, eq(users.id, profiles.id))
    .where(eq(profiles.id, quote.userId))
  if (!reader) throw new Error(`Quote ${quote.number} has a reader without a profile`)
  const { id, name, email, phone, isExample } = reader.profile
  return { id, name, email: email === "" ? null : email, phone, isVerified: reader.isVerified ?? false, isExample }
}
