import { randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { answerDue } from "../../domain/booking/deadlines.ts"
import type { ProfileId, QuoteId } from "../../domain/id.ts"
import { priceFrom } from "../../domain/pricing/stored-price.ts"
import { orderOf, withHome } from "../../domain/quotes/buyer.ts"
import { tickedLines } from "../../domain/quotes/extras.ts"
import type { NewBooking } from "../booking-record/booking-rows.ts"
import { fillContract, fillContractFacts, readContractTemplate } from "../contracts/template.ts"
import { db } from "../platform/database.server.ts"
import { type QuotedRow, quotes } from "../platform/schema/quotes.ts"
import type { QuoteClient } from "./open-quote.ts"
import type { QuoteRow, SentVersion } from "./quote-rows.ts"
import { readQuoteAgreement } from "./quote-terms.ts"

/** `ticked` are ids of extras. */
type QuoteChoice = { quote: QuoteRow; version: SentVersion; ticked: readonly string[] }

/** The price is agreed, whatever its distance. */
export function rowOfChoice({ version: { row, extras }, ticked }: Pick<QuoteChoice, "version" | "ticked">): QuotedRow {
  const priceLines = { version: 1, lines: [...row.priceLines.lines, ...tickedLines(extras, ticked)] } as const
  return { ...row, priceLines, total: priceFrom(priceLines).total, distanceToConfirm: false }
}

/** The text that is read before the signature names it. */
async function reserveBookingNumber(quoteId: QuoteId): Promise<number> {
  const [row] = await db
    .update(quotes)
    .set({ bookingNumber: sql`coalesce(booking_number, nextval(pg_get_serial_sequence('bookings', 'number')))` })
    .where(eq(quotes.id, quoteId))
    .returning({ number: quotes.bookingNumber })
  if (!row?.number) throw new Error(`Quote ${quoteId} has no number for its booking`)
  return row.number
}

export function toBooking(choice: QuoteChoice, userId: ProfileId, at: Date): NewBooking {
  const { quote, version } = choice
  return {
    ...rowOfChoice(choice),
    id: randomUUID() as NewBooking["id"],
    ...(quote.bookingNumber !== null && { number: quote.bookingNumber }),
    userId,
    company: orderOf(quote.buyer),
    idempotencyKey: randomUUID() as NewBooking["idempotencyKey"],
    requestedAt: at,
    answerDueAt: answerDue(at),
    contractDueAt: version.validUntil,
    createdAt: at,
  }
}

/** The text as accepting at this instant writes it; null without a template. */
export async function previewContract(
  choice: QuoteChoice,
  client: QuoteClient,
  at: Date,
): Promise<{ content: string; sha256: string } | null> {
  const template = await readContractTemplate()
  if (!template) return null
  const { quote, version } = choice
  const number = quote.bookingNumber ?? (await reserveBookingNumber(quote.id))
  const booking = {
    ...rowOfChoice(choice),
    number,
    company: orderOf(quote.buyer),
    createdAt: at,
    contractDueAt: version.validUntil,
    agreement: await readQuoteAgreement(version, number),
  }
  const subject = { booking, client: withHome(client, quote.buyer), replaces: null, at }
  return fillContract(template, await fillContractFacts(subject, db))
}
