import { dayInParis } from "../../domain/day.ts"
import type { CompanyOrder } from "../../domain/accounts/company-order.ts"
import { isDeepStrictEqual } from "node:util"
import { type Account, type Party, isProxy } from "../../domain/accounts/party.ts"
import type { BookingAddress } from "../../domain/booking/booking.ts"
import type { OpenRequestsProblem } from "../../domain/booking/open-requests.ts"
import { groupOverlapping } from "../../domain/cart/overlapping.ts"
import type { CartId, CartItemId, Id } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { planChoiceOf } from "../../domain/pricing/rate-plan.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { productsOf } from "../../domain/rental/parts.ts"
import { type Rental, type RentalPeriod, rentalDays, periodOfDays } from "../../domain/rental/rental.ts"
import { withClaimRetry } from "../availability/claim.ts"
import { findMissingAccessory } from "../availability/accessories.ts"
import { releaseCustomerWizardHolds } from "../availability/holds.ts"
import { lockProducts } from "../availability/ranges.ts"
import { claimRentals } from "../availability/rentals.ts"
import { cartDigest } from "./cart/digest.ts"
import { type LineToOrder, type StoredLine, toOrderLine, readLinesToOrder, readShownPriceOfCart } from "./cart/read.ts"
import { endEmptyCart, deleteCartLines } from "./cart/remove.ts"
import { lockProfile } from "../access/lock-profile.ts"
import { type Transaction, db } from "../platform/database.server.ts"
import { readBookingFacts } from "../booking-record/booking-facts.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { mailBookingForAnother } from "../accounts/sharing/sharing-mails.ts"
import { listOrderBookings, insertBooking, isDuplicateOrder } from "../booking-record/booking-rows.ts"
import type { RentedBooking } from "../booking-record/rentals.ts"
import { confirmInstantly } from "./confirm-placed.ts"
import { type AddressQuote, quoteForAddress } from "./delivery-quote.ts"
import { deleteDraft, isComplete } from "./draft.ts"
import { findOpenRequestsProblem } from "./open-requests.ts"
import { mayBookFor } from "../access/may-book-for.ts"
import {
  acceptedTerms,
  countRentedDays,
  orderRequestMail,
  findTakenDaysOfRental,
  PlacingRefused,
  recordPlacement,
  toClaims,
} from "./place.ts"
import { type OrderQuote, type PlaceProblem, quoteRental, toOrderQuote } from "./quote-order.ts"
import { winLead } from "../leads/win-leads.ts"
import { findHeldCart } from "./shown-prices/held-price.ts"
import { findGroupForCode, recordPromoCodeUse } from "./promo-code.ts"
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
  company?: CompanyOrder | null
  /** Typed, for the first booking that the cart becomes. */
  promoCode?: string | null
  termsVersion?: string | null
}

type PlacedCart = { bookings: RentedBooking[]; repeated: boolean }

type RefusedLine = { itemId: CartItemId; productName: string; when: RentalPeriod; problem: PlaceProblem }

export type PlaceCartProblem =
  | { kind: "cart-empty" }
  | { kind: "cart-changed" }
  | { kind: "lines-refused"; lines: readonly RefusedLine[] }
  | Extract<
      PlaceProblem,
      {
        kind: "address-incomplete" | "too-far" | "price-changed" | "promo-code-refused" | "already-sent" | "not-allowed"
      }
    >
  | OpenRequestsProblem

/** All lines or none (D13); lines whose days overlap become one booking (D60). */
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
  const shownPrice = order.promoCode ? null : await findShownPriceToHold(order.cartId, lines, at)
  const quoted = await quoteCart(account, lines, {
    order: { ...order, shownPrice, termsVersion: acceptedTerms(party, order) },
    delivery,
    at,
  })
  if (!quoted.ok) return quoted
  const { orders, quotes } = quoted.value
  const total = orders.reduce((sum, { row }) => sum + row.total, 0)
  if (order.expectedTotal !== null && order.expectedTotal !== total)
    return err({ kind: "price-changed", expectedTotal: order.expectedTotal, total })

  const placing: Placing = { party, order, cartLines, orders, shownPrice, at }
  const placed = await withClaimRetry((tx) => placeInTransaction(tx, placing)).catch((failure: unknown) => {
    if (failure instanceof PlacingRefused && failure.problem.kind === "promo-code-refused") return err(failure.problem)
    if (isDuplicateOrder(failure)) return err({ kind: "cart-changed" as const })
    throw failure
  })
  return placed === "days-taken" ? err(await findLostLines(account, quotes, at)) : placed
}

async function findShownPriceToHold(cartId: CartId, lines: readonly StoredLine[], at: Date): Promise<Id | null> {
  const id = await readShownPriceOfCart(cartId)
  const groups = groupOverlapping(lines, ({ days }) => days)
  return id !== null && (await findHeldCart(id, groups, at)) ? id : null
}

type Placing = {
  party: Party
  shownPrice: Id | null
  order: CartOrder
  cartLines: readonly LineToOrder[]
  orders: readonly OrderQuote[]
  at: Date
}

async function placeInTransaction(tx: Transaction, placing: Placing): Promise<Result<PlacedCart, PlaceCartProblem>> {
  const { party, order, cartLines, orders, shownPrice, at } = placing
  const { account } = party
  await lockProfile(tx, account.id)
  if (!(await mayBookFor(tx, party))) return err({ kind: "not-allowed" })
  const storedLines = (lines: readonly LineToOrder[]) => lines.map((line) => line.stored)
  const currentLines = await readLinesToOrder(tx, account.id, order.cartId)
  if (!isDeepStrictEqual(storedLines(currentLines), storedLines(cartLines))) return err({ kind: "cart-changed" })
  const rentals = orders.flatMap(({ row }) => row.rentals)
  const request = { customerId: account.id, days: countRentedDays(rentals), requests: orders.length, at }
  const problem = await findOpenRequestsProblem(tx, request)
  if (problem) return err(problem)

  const bookings: RentedBooking[] = []
  for (const { row, promoCode } of orders) {
    const booking = await insertBooking(tx, row)
    const problem = promoCode && (await recordPromoCodeUse(tx, { code: promoCode, booking, at }))
    if (problem) throw new PlacingRefused({ kind: "promo-code-refused", problem })
    bookings.push(booking)
  }
  if (shownPrice && bookings[0]) await winLead(tx, { shownPriceId: shownPrice }, bookings[0])
  const productIds = [...new Set(rentals.map(({ productId }) => productId))].sort()
  await lockProducts(tx, [...productIds, ...productsOf(rentals)])
  // Deleting the lines releases the days that they hold, before the order claims them.
  await deleteCartLines(tx, account.id, order.cartId)
  for (const productId of productIds) await releaseCustomerWizardHolds(tx, account.id, productId)
  for (const booking of bookings) await refuseExpired(tx, await claimRentals(tx, toClaims(booking, at)), at)
  await endEmptyCart(tx, account.id)
  await deleteDraft(tx, account.id, null)
  for (const booking of bookings) await recordPlacement(tx, { party, booking, at })
  const placed = await confirmAlone(tx, party, bookings, at)
  await orderRequestMails(tx, placed, at)
  if (isProxy(party)) await mailBookingForAnother(tx, party, placed, at)
  return ok({ bookings: placed, repeated: false })
}

/** Several bookings would each be unsigned beside the others (D67). */
async function confirmAlone(
  tx: Transaction,
  party: Party,
  bookings: RentedBooking[],
  at: Date,
): Promise<RentedBooking[]> {
  const [booking, ...others] = bookings
  return booking && others.length === 0 ? [await confirmInstantly(tx, { party, booking, at })] : bookings
}

/** A booking for each group of lines whose days overlap (D60). */
export async function quoteCart(
  account: Account,
  lines: readonly StoredLine[],
  {
    order,
    delivery,
    at,
  }: { order: Omit<CartOrder, "cartId"> & { shownPrice?: Id | null }; delivery: AddressQuote | null; at: Date },
): Promise<Result<{ orders: OrderQuote[]; quotes: LineQuote[] }, PlaceCartProblem>> {
  const quoted = await quoteLines(account, lines, at)
  if (!quoted.ok) return quoted
  const orders: OrderQuote[] = []
  const groups = groupOverlapping(quoted.value, ({ line }) => line.days)
  const groupWithCode = await findGroupForCode(
    order.promoCode ?? null,
    groups.map((group) => group.map(({ rental }) => rental)),
    dayInParis(at),
  )
  for (const [index, group] of groups.entries()) {
    const groupOrder = {
      ...order,
      expectedTotal: null,
      orderPart: index + 1,
      promoCode: index === groupWithCode ? (order.promoCode ?? null) : null,
    }
    const rentals = group.map(({ rental }, position) => ({ ...rental, position: position + 1 }))
    const quote = await toOrderQuote(account, groupOrder, { rentals, quote: delivery, at })
    if (!quote.ok && quote.error.kind === "promo-code-refused") return err(quote.error)
    if (!quote.ok) return err(toRefusedGroup(group, quote.error))
    orders.push(quote.value)
  }
  return ok({ orders, quotes: quoted.value })
}

type LineQuote = { line: StoredLine; rental: Rental }

async function quoteLines(
  account: Account,
  lines: readonly StoredLine[],
  at: Date,
): Promise<Result<LineQuote[], PlaceCartProblem>> {
  const quotes: LineQuote[] = []
  const refused: RefusedLine[] = []
  for (const line of lines) {
    const rental = await quoteRental(account, line, { position: 1, at, by: "customer" })
    if (rental.ok) quotes.push({ line, rental: rental.value })
    else refused.push(toRefusedLine(line, rental.error))
  }
  return refused.length > 0 ? err({ kind: "lines-refused", lines: refused }) : ok(quotes)
}

function toRefusedGroup(group: readonly LineQuote[], problem: PlaceProblem): PlaceCartProblem {
  return { kind: "lines-refused", lines: group.map(({ line }) => toRefusedLine(line, problem)) }
}

async function orderRequestMails(tx: Transaction, bookings: readonly RentedBooking[], at: Date): Promise<void> {
  const [first, ...others] = bookings
  if (!first) return
  if (others.length === 0) {
    await orderRequestMail(tx, first, at)
    return
  }
  const facts = []
  for (const { id } of bookings) facts.push(await readBookingFacts(tx, id))
  await orderBookingMail(tx, { kind: "cart-requested", bookingId: first.id, extra: { bookings: facts }, at })
}

/** When each line is free by itself, one of two lines of a product is lost. */
async function findLostLines(account: Account, quotes: readonly LineQuote[], at: Date): Promise<PlaceCartProblem> {
  const lines: RefusedLine[] = []
  for (const { line, rental } of quotes) {
    const days = await findTakenDaysOfRental(account, rental, at)
    const rented = { days: rentalDays(rental), plan: rental.plan }
    const missing = await findMissingAccessory(rental.parts ?? [], rented, { customerId: account.id, at })
    if (missing) lines.push(toRefusedLine(line, { kind: "choice-refused", problem: missing }))
    else if (days.length > 0) lines.push(toRefusedLine(line, { kind: "days-taken", days }))
  }
  if (lines.length > 0) return { kind: "lines-refused", lines }
  const shared = await findSharedAccessory(account, quotes, at)
  if (shared) return { kind: "lines-refused", lines: [shared] }
  const productIds = quotes.map(({ line }) => line.productId)
  const repeated = quotes.filter(({ line }, index) => productIds.indexOf(line.productId) < index)
  const lost = (repeated.length > 0 ? repeated : quotes).slice(-1)
  return {
    kind: "lines-refused",
    lines: lost.map(({ line }) => toRefusedLine(line, { kind: "days-taken", days: [...line.days] })),
  }
}

function toRefusedLine({ itemId, productName, days }: StoredLine, problem: PlaceProblem): RefusedLine {
  return { itemId, productName, when: periodOfDays(days), problem }
}

/** Refuses a reused key with other choices; a missing address counts as equal. */
function replayOrder(bookings: RentedBooking[], order: CartOrder): Result<PlacedCart, PlaceCartProblem> {
  const digest = cartDigest(
    bookings
      .flatMap(({ rentals }) => rentals)
      .map(({ productId, options, photoPacks, ...rental }) => ({
        productId,
        days: rentalDays(rental),
        plan: planChoiceOf(rental.plan),
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

/** Each of two lines could have the accessory alone. */
async function findSharedAccessory(
  account: Account,
  quotes: readonly LineQuote[],
  at: Date,
): Promise<RefusedLine | null> {
  const last = quotes.findLast(({ rental }) => rental.parts?.some(({ optionId }) => optionId !== null))
  if (!last) return null
  const days = rentalDays(last.rental)
  const overlapping = quotes.filter(({ rental }) => rentalDays(rental).some((day) => days.includes(day)))
  const parts = overlapping.flatMap(({ rental }) => rental.parts ?? [])
  const missing = await findMissingAccessory(parts, { days, plan: last.rental.plan }, { customerId: account.id, at })
  return missing && toRefusedLine(last.line, { kind: "choice-refused", problem: missing })
}
