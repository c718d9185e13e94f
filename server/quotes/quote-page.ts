import { asc, eq } from "drizzle-orm"
import { type ChangeLine } from "../../domain/booking/change-lines.ts"
import type { BookingId, Id, QuoteId } from "../../domain/id.ts"
import type { LeadKind } from "../../domain/leads/lead.ts"
import { quoteDifferences } from "../../domain/quotes/differences.ts"
import { type FollowUpReason, followUpReason } from "../../domain/quotes/follow-up.ts"
import { type QuoteState, quoteStateAt } from "../../domain/quotes/state.ts"
import { db } from "../platform/database.server.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { leads } from "../platform/schema/leads.ts"
import { quoteLinks, quotes } from "../platform/schema/quotes.ts"
import {
  type QuoteReader,
  type QuoteRow,
  type QuoteVersion,
  findQuote,
  listQuoteVersions,
  newestSentVersion,
  readQuoteReader,
} from "./quote-rows.ts"

type QuoteLinkLine = Pick<typeof quoteLinks.$inferSelect, "id" | "purpose" | "madeAt" | "endsAt"> & {
  isOpen: boolean
}

/** `differences` from the version before. */
export type OwnerQuoteVersion = QuoteVersion & { differences: readonly ChangeLine[] }

export type OwnerQuote = {
  quote: QuoteRow
  state: QuoteState
  followUp: FollowUpReason | null
  reader: QuoteReader
  /** The newest first. */
  versions: readonly OwnerQuoteVersion[]
  links: readonly QuoteLinkLine[]
  booking: { id: BookingId; number: number } | null
  copiedFrom: string | null
  lead: { id: Id; kind: LeadKind } | null
}

export async function readOwnerQuote(number: string, at: Date): Promise<OwnerQuote | null> {
  const quote = await findQuote(number)
  if (!quote) return null
  const [versions, links, reader] = await Promise.all([
    listQuoteVersions(quote.id),
    db.select().from(quoteLinks).where(eq(quoteLinks.quoteId, quote.id)).orderBy(asc(quoteLinks.madeAt)),
    readQuoteReader(quote),
  ])
  const sent = newestSentVersion(versions)
  const standing = { ...quote, sentAt: sent?.sentAt ?? null, validUntil: sent?.validUntil ?? null }
  return {
    quote,
    state: quoteStateAt(standing, at),
    followUp: followUpReason(standing, at),
    reader,
    versions: versions
      .map((version, index) => {
        const earlier = versions[index - 1]
        return { ...version, differences: earlier ? quoteDifferences(earlier, version) : [] }
      })
      .toReversed(),
    links: links.map(({ id, purpose, madeAt, endsAt }) => ({
      id,
      purpose,
      madeAt,
      endsAt,
      isOpen: endsAt > at,
    })),
    booking: quote.bookingId === null ? null : await findBooking(quote.bookingId),
    copiedFrom: quote.copiedFrom && (await findQuoteNumber(quote.copiedFrom)),
    lead: quote.leadId && (await findLeadKind(quote.leadId)),
  }
}

async function findBooking(id: BookingId) {
  const [booking] = await db
    .select({ id: bookings.id, number: bookings.number })
    .from(bookings)
    .where(eq(bookings.id, id))
  return booking ?? null
}

async function findLeadKind(id: Id) {
  const [lead] = await db.select({ id: leads.id, kind: leads.kind }).from(leads).where(eq(leads.id, id))
  return lead ?? null
}

export async function findQuoteNumber(id: QuoteId): Promise<string | null> {
  const [quote] = await db.select({ number: quotes.number }).from(quotes).where(eq(quotes.id, id))
  return quote?.number ?? null
}
