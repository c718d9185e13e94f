import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import type { Day } from "../domain/day.ts"
import type { ProductId, ProfileId, QuoteId } from "../domain/id.ts"
import type { QuoteExtra } from "../domain/quotes/extras.ts"
import { claimForQuote } from "../server/availability/rentals.ts"
import { type BookingOrder, type OrderQuote, quoteOrder } from "../server/bookings/quote-order.ts"
import { db, transaction } from "../server/platform/database.server.ts"
import { type QuotedRow, quoteLinks, quoteVersions, quotes } from "../server/platform/schema/quotes.ts"
import { readQuoteTerms } from "../server/quotes/quote-terms.ts"
import { digestOf, newToken } from "../server/platform/secrets/secret-token.ts"
import { makeOrder, makeProduct, now } from "./factories.ts"

export const animator: QuoteExtra = { id: randomUUID(), label: "Animateur, 4 h", amount: 18_000 }

type SentQuote = {
  productId?: ProductId
  userId?: ProfileId | null
  days?: readonly Day[]
  order?: Partial<BookingOrder>
  keeps?: boolean
  validUntil?: Date
}

/** For a prospect unless stated otherwise; 250 € for one day, with a line to tick. */
export async function makeSentQuote({
  productId,
  userId = null,
  days = ["2027-06-12"],
  order = {},
  keeps = false,
  validUntil = new Date("2027-06-01T22:00:00Z"),
}: SentQuote = {}) {
  const product = productId ?? (await makeProduct()).id
  const quoted = await quoteOrder({ id: userId ?? (randomUUID() as ProfileId) }, makeOrder(product, days, order), {
    at: now,
    by: "owner",
  })
  if (!quoted.ok) throw new Error(quoted.error.kind)
  const number = `D-2027-${String(Math.floor(Math.random() * 1e6)).padStart(6, "0")}`
  const reader = userId
    ? { userId }
    : { name: "Élodie Marchand", email: `elodie-${number}@example.org`, phone: "0612345678" }
  const [quote] = await db
    .insert(quotes)
    .values({ number, state: "sent", ...reader })
    .returning()
  if (!quote) throw new Error("No quote was made")
  const row = { ...toQuotedRow(quoted.value.row), promoCode: quoted.value.promoCode }
  const secret = await sendVersion(quote.id, { version: 1, row, validUntil, at: now })
  if (keeps)
    await transaction((tx) =>
      claimForQuote(tx, {
        quoteId: quote.id,
        endsAt: validUntil,
        rentals: row.rentals,
        customerId: null,
        at: now,
      }),
    )
  return { quote, secret, product, row, days }
}

function toQuotedRow(row: OrderQuote["row"]): QuotedRow {
  const { id: _id, userId: _user, idempotencyKey: _key, orderPart: _part, termsVersion: _terms, ...kept } = row
  const { requestedAt: _at, answerDueAt: _due, expiresAt: _end, createdAt: _made, company: _company, ...quoted } = kept
  return quoted as QuotedRow
}

export async function sendVersion(
  quoteId: QuoteId,
  { version, row, validUntil, at }: { version: number; row: QuotedRow; validUntil: Date; at: Date },
): Promise<string> {
  const secret = newToken()
  await db.insert(quoteVersions).values({
    quoteId,
    version,
    row,
    extras: [animator],
    validUntil,
    keepUntil: null,
    terms: await readQuoteTerms({ row, terms: null }),
    sentAt: at,
    createdAt: at,
  })
  await db.insert(quoteLinks).values({
    quoteId,
    purpose: "accept",
    digest: digestOf(secret),
    madeAt: at,
    endsAt: new Date(validUntil.getTime() + 60 * 86_400_000),
  })
  return secret
}

export const quoteNow = async (id: QuoteId) => {
  const [row] = await db.select().from(quotes).where(eq(quotes.id, id))
  if (!row) throw new Error("There is no such quote")
  return row
}
