import type { Booking } from "../booking-record/booking.ts"
import { randomUUID } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import { type Account, type Party, isProxy } from "../../domain/accounts/party.ts"
import type { BookingAddress } from "../../domain/booking/booking.ts"
import type { OpenRequestsProblem } from "../../domain/booking/open-requests.ts"
import { sharedDeliveries } from "../../domain/delivery/shared-deliveries.ts"
import type { Day } from "../../domain/day.ts"
import type { CartId, CartItemId, Id } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { rentalDays, numberOfDays, type RentalPeriod, periodOfDays } from "../../domain/rental/rental.ts"
import { findUnavailableDays } from "../availability/check-days.ts"
import { claimDays, sortForClaims, withClaimRetry } from "../availability/claim.ts"
import { releaseCustomerWizardHolds } from "../availability/holds.ts"
import { lockProducts } from "../availability/ranges.ts"
import { cartDigest } from "./cart/digest.ts"
import { type LineToOrder, type StoredLine, toOrderLine, readLinesToOrder } from "./cart/read.ts"
import { endEmptyCart, deleteCartLines } from "./cart/remove.ts"
import { lockProfile } from "../access/lock-profile.ts"
import { type Transaction, db } from "../platform/database.server.ts"
import { readBookingFacts } from "../booking-record/booking-facts.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { mailBookingForAnother } from "../accounts/sharing/sharing-mails.ts"
import { listOrderBookings, insertBooking, isDuplicateOrder } from "../booking-record/booking-rows.ts"
import { type AddressQuote, quoteForAddress } from "./delivery-quote.ts"
import { deleteDraft, isComplete } from "./draft.ts"
import { findOpenRequestsProblem } from "./open-requests.ts"
import { mayBookFor } from "../access/may-book-for.ts"
import {
  type OrderQuote,
  type PlaceProblem,
  toClaimRequest,
  quoteOrder,
  recordPlacement,
  acceptedTerms,
} from "./place.ts"
import { refuseExpired } from "./refuse-expired.ts"

export type CartOrder = {
  cartId: CartId
  /** Digest of the cart that the customer read. */
  expectedDigest: string | null
  isDelivery: boolean
  address: BookingAddress
  /** One key never orders twice (D9). */
  idempotencyKey: Id
  expectedTotal: Cents | null
  termsVersion?: string | null
}

export type PlacedCart = { bookings: Booking[]; repeated: boolean }

export type RefusedLine = { itemId: CartItemId; productName: string; when: RentalPeriod; problem: PlaceProblem }

export type PlaceCartProblem =
  | { kind: "cart-empty" }
  | { kind: "cart-changed" }
  | { kind: "lines-refused"; lines: readonly RefusedLine[] }
  | Extract<PlaceProblem, { kind: "address-incomplete" | "too-far" | "price-changed" | "already-sent" | "not-allowed" }>
  | OpenRequestsProblem

/** All lines or none (D13), with one delivery fee per period (D48). */
export async function placeCart(
  party: Party,
  order: CartOrder,
  at: Date = new Date(),
): Promise<Result<PlacedCart, PlaceCartProblem>> {
  const { account } = party
  // Must run before the replay, or it would leak the order.
  if (!(await mayBookFor(db, party))) return err({ kind: "not-allowed" })
  const earlier = await listOrderBookings(account.id, order.idempotencyKey)
  if (earlier.length > 0) return replayOrder(earlier, order)
  const placed = await tryPlaceCart(party, order, at)
  if (placed.ok) return placed
  // The other half of a double click placed it.
  const concurrent = await listOrderBookings(account.id, order.idempotencyKey)
  return concurrent.length > 0 ? replayOrder(concurrent, order) : placed
}

async function tryPlaceCart(party: Party, order: CartOrder, at: Date): Promise<Result<PlacedCart, PlaceCartProblem>> {
  const { account } = party
  if (!isComplete(order.address)) return err({ kind: "address-incomplete" })
  const cartLines = await readLinesToOrder(db, account.id, order.cartId)
  if (cartLines.length === 0) return err({ kind: "cart-empty" })
  const lines = cartLines.map(({ stored, product }) => toOrderLine(stored, product))
  if (order.expectedDigest !== null && order.expectedDigest !== cartDigest(lines)) return err({ kind: "cart-changed" })

  const delivery = order.isDelivery ? await quoteForAddress(order.address) : null
  if (delivery?.kind === "too-far") return err(delivery)
  const acceptedOrder = { ...order, termsVersion: acceptedTerms(party, order) }
  const quoted = await quoteLines(account, acceptedOrder, { lines, delivery, at })
  if (!quoted.ok) return quoted
  const quotes = quoted.value
  const total = quotes.reduce((sum, { row }) => sum + row.total, 0)
  if (order.expectedTotal !== null && order.expectedTotal !== total)
    return err({ kind: "price-changed", expectedTotal: order.expectedTotal, total })

  const placing: Placing = { party, order, cartLines, quotes, at, lostLine: null }
  const placed = await withClaimRetry((tx) => placeInTransaction(tx, placing)).catch((failure: unknown) => {
    if (isDuplicateOrder(failure)) return err({ kind: "cart-changed" as const })
    throw failure
  })
  return placed === "days-taken" ? err(await findLostLines(account, placing)) : placed
}

type Placing = {
  party: Party
  order: CartOrder
  cartLines: readonly LineToOrder[]
  quotes: readonly LineQuote[]
  at: Date
  lostLine: StoredLine | null
}

async function placeInTransaction(tx: Transaction, placing: Placing): Promise<Result<PlacedCart, PlaceCartProblem>> {
  const { party, order, cartLines, quotes, at } = placing
  const { account } = party
  await lockProfile(tx, account.id)
  if (!(await mayBookFor(tx, party))) return err({ kind: "not-allowed" })
  const storedLines = (lines: readonly LineToOrder[]) => lines.map((line) => line.stored)
  const currentLines = await readLinesToOrder(tx, account.id, order.cartId)
  if (!isDeepStrictEqual(storedLines(currentLines), storedLines(cartLines))) return err({ kind: "cart-changed" })
  const days = quotes.reduce((sum, { row }) => sum + numberOfDays(row), 0)
  const request = { customerId: account.id, days, requests: quotes.length, at }
  const problem = await findOpenRequestsProblem(tx, request)
  if (problem) return err(problem)

  const bookings: Booking[] = []
  for (const { row } of quotes) bookings.push(await insertBooking(tx, row))
  await lockProducts(
    tx,
    quotes.map(({ product }) => product.id),
  )
  // Deleting the lines releases the days that they hold, before the order claims them.
  await deleteCartLines(tx, account.id, order.cartId)
  for (const { line, product, row } of sortForClaims(quotes, (quote) => quote.row)) {
    placing.lostLine = line
    await releaseCustomerWizardHolds(tx, account.id, product.id)
    await refuseExpired(tx, await claimDays(tx, toClaimRequest(product, row, at)), at)
  }
  await endEmptyCart(tx, account.id)
  await deleteDraft(tx, account.id, null)
  for (const booking of bookings) await recordPlacement(tx, { party, booking, at })
  await orderRequestMails(tx, bookings, at)
  if (isProxy(party)) await mailBookingForAnother(tx, party, bookings, at)
  return ok({ bookings, repeated: false })
}

type LineQuote = { line: StoredLine } & OrderQuote

async function quoteLines(
  account: Account,
  { isDelivery, address, idempotencyKey, termsVersion = null }: CartOrder,
  { lines, delivery, at }: { lines: readonly StoredLine[]; delivery: AddressQuote | null; at: Date },
): Promise<Result<LineQuote[], PlaceCartProblem>> {
  const shared = sharedDeliveries(lines)
  const quotes: LineQuote[] = []
  const refused: RefusedLine[] = []
  for (const [index, line] of lines.entries()) {
    const { itemId, productId, productName, days, options, photoPacks } = line
    const quoted = await quoteOrder(
      account,
      // Only the first line carries the order's unique key.
      {
        productId,
        days,
        options,
        photoPacks,
        isDelivery,
        address,
        termsVersion,
        expectedTotal: null,
        idempotencyKey: index === 0 ? idempotencyKey : randomUUID(),
      },
      { at, by: "customer", ...(delivery && { delivery: { quote: delivery, shared: shared.get(line) ?? null } }) },
    )
    if (quoted.ok) quotes.push({ line, ...quoted.value, row: { ...quoted.value.row, orderId: idempotencyKey } })
    else refused.push({ itemId, productName, when: periodOfDays(days), problem: quoted.error })
  }
  return refused.length > 0 ? err({ kind: "lines-refused", lines: refused }) : ok(quotes)
}

async function orderRequestMails(tx: Transaction, bookings: readonly Booking[], at: Date): Promise<void> {
  const [first, ...others] = bookings
  if (!first) return
  if (others.length === 0) {
    await orderBookingMail(tx, { kind: "requested", bookingId: first.id, extra: {}, at })
    return
  }
  const facts = []
  for (const { id } of bookings) facts.push(await readBookingFacts(tx, id))
  await orderBookingMail(tx, { kind: "cart-requested", bookingId: first.id, extra: { bookings: facts }, at })
}

async function findLostLines(account: Account, { quotes, lostLine, at }: Placing): Promise<PlaceCartProblem> {
  const lines: RefusedLine[] = []
  for (const { line, product, row } of quotes) {
    const days = await findUnavailableDays(product, rentalDays(row), { customerId: account.id, at })
    if (days.length > 0) lines.push(toRefusedLine(line, days))
  }
  const lost = lostLine ?? quotes[0]?.line
  return { kind: "lines-refused", lines: lines.length > 0 || !lost ? lines : [toRefusedLine(lost, [...lost.days])] }
}

function toRefusedLine({ itemId, productName, days }: StoredLine, unavailable: Day[]): RefusedLine {
  return { itemId, productName, when: periodOfDays(days), problem: { kind: "days-taken", days: unavailable } }
}

/** Refuses a reused key with other choices; a missing address counts as equal. */
function replayOrder(bookings: Booking[], order: CartOrder): Result<PlacedCart, PlaceCartProblem> {
  const digest = cartDigest(
    bookings.map(({ productId, options, photoPacks, ...booking }) => ({
      productId,
      days: rentalDays(booking),
      options: options.items.map(({ id, quantity }) => ({ optionId: id, quantity })),
      photoPacks,
    })),
  )
  const isSameOrder =
    (order.expectedDigest === null || order.expectedDigest === digest) &&
    bookings.every(
      ({ isDelivery, address }) =>
        isDelivery === order.isDelivery && (!isComplete(order.address) || isDeepStrictEqual(address, order.address)),
    )
  return isSameOrder ? ok({ bookings, repeated: true }) : err({ kind: "already-sent" })
}
