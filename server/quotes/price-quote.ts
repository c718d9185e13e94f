import type { BookingAddress } from "../../domain/booking/booking.ts"
import type { ProfileId, QuoteId } from "../../domain/id.ts"
import { type Adjustment, type AdjustmentProblem, addAdjustment } from "../../domain/pricing/adjustment.ts"
import { MAX_TO_PAY, type Price } from "../../domain/pricing/price.ts"
import { toStoredPrice } from "../../domain/pricing/stored-price.ts"
import type { Rental } from "../../domain/rental/rental.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type AddressQuote, quoteForAddress } from "../bookings/delivery-quote.ts"
import { isComplete } from "../bookings/draft.ts"
import {
  type OrderQuote,
  type PlaceProblem,
  type RentalOrder,
  quoteRental,
  toOrderQuote,
} from "../bookings/quote-order.ts"
import type { QuotedRow } from "../platform/schema/quotes.ts"

/** `reason` is fixed, since a quote has a word of its own. */
export type QuoteLine = Omit<Adjustment, "reason">

export type QuotedOrder = {
  /** The one that is priced at today's prices; null where only the rest changes. */
  rental: (RentalOrder & { position: number }) | null
  /** They keep the prices that were quoted. */
  others: readonly Rental[]
  isDelivery: boolean
  address: BookingAddress
  /** Round trip in km, where the owner has measured it. */
  distanceKm: number | null
  lines: readonly QuoteLine[]
  /** Typed by the owner. */
  promoCode: string | null
}

export type LineProblem = { kind: "line-refused"; id: string; problem: AdjustmentProblem }

const LINE_REASON = "Convenu dans le devis"

type QuotePricing = {
  /** Any id for a prospect, who has no profile yet. */
  customerId: ProfileId
  /** Its own kept days count as free. */
  quoteId: QuoteId | null
  at: Date
  /** Allows a missing address. */
  unfinished?: boolean
  delivery?: AddressQuote
}

/** At today's prices, with the owner's lines. */
export async function priceQuote(
  order: QuotedOrder,
  { customerId, quoteId, at, unfinished = false, delivery }: QuotePricing,
): Promise<Result<{ row: QuotedRow; price: Price }, PlaceProblem | LineProblem>> {
  const { rental, others, isDelivery, address, distanceKm, lines, promoCode } = order
  const hasAddress = isComplete(address)
  if (!hasAddress && !unfinished) return err({ kind: "address-incomplete" })
  const account = { id: customerId }
  const priced =
    rental &&
    (await quoteRental(account, rental, {
      position: rental.position,
      at,
      by: "owner",
      ...(quoteId && { except: { quoteId } }),
    }))
  if (priced && !priced.ok) return priced
  const rentals = [...others, ...(priced ? [priced.value] : [])].sort((one, other) => one.position - other.position)
  const needsDistance = isDelivery && (hasAddress || delivery !== undefined)
  const quote = needsDistance ? (delivery ?? (await quoteForAddress(address, distanceKm))) : null
  const booking = { isDelivery, address, idempotencyKey: customerId, expectedTotal: null, promoCode }
  const quoted = await toOrderQuote(account, booking, { rentals, quote, at, quoteId })
  return quoted.ok ? addLines(quoted.value, lines) : quoted
}

function addLines(
  quoted: OrderQuote,
  lines: readonly QuoteLine[],
): Result<{ row: QuotedRow; price: Price }, PlaceProblem | LineProblem> {
  let { price } = quoted
  for (const line of lines) {
    const added = addAdjustment(toStoredPrice(price), { ...line, reason: LINE_REASON })
    if (!added.ok) return err({ kind: "line-refused", id: line.id, problem: added.error })
    price = added.value.price
  }
  if (price.total > MAX_TO_PAY) return err({ kind: "too-much", total: price.total })
  return ok({ row: { ...toQuotedRow(quoted.row, price), promoCode: quoted.promoCode }, price })
}

function toQuotedRow(row: OrderQuote["row"], price: Price): QuotedRow {
  const {
    id: _id,
    userId: _userId,
    idempotencyKey: _key,
    orderPart: _part,
    termsVersion: _terms,
    company: _company,
    requestedAt: _requestedAt,
    answerDueAt: _answerDueAt,
    expiresAt: _expiresAt,
    createdAt: _createdAt,
    ...quoted
  } = row
  return { ...quoted, total: price.total, priceLines: toStoredPrice(price) } as QuotedRow
}
