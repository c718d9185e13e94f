import { randomUUID } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import { type Account, type Party, isProxy } from "../../domain/accounts/party.ts"
import type { BookingAddress } from "../../domain/booking/booking.ts"
import type { OpenRequestsProblem } from "../../domain/booking/open-requests.ts"
import { answerDue, requestExpiry } from "../../domain/booking/deadlines.ts"
import type { RequestedBy } from "../../domain/availability/rentable-days.ts"
import type { Day } from "../../domain/day.ts"
import type { SharedDelivery } from "../../domain/delivery/shared-deliveries.ts"
import type { CartItemId, Id, ProductId, ProfileId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import {
  type ChoiceProblem,
  type OptionChoice,
  type Price,
  bookOptions,
  MAX_TO_PAY,
  checkPhotoPacks,
  priceOf,
} from "../../domain/pricing/price.ts"
import { toStoredPrice } from "../../domain/pricing/stored-price.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import {
  periodOfDays,
  rentalDays,
  numberOfDays,
  isSamePeriod,
  firstDay,
  type RentalPeriod,
} from "../../domain/rental/rental.ts"
import { type DaysRefusal, checkDays, readDaysTakenProblem } from "../availability/check-days.ts"
import { type ClaimRequest, claimDays, withClaimRetry } from "../availability/claim.ts"
import { lockProducts } from "../availability/ranges.ts"
import { endEmptyCart, deleteOrderedChoice } from "./cart/remove.ts"
import { type ProductToOrder, readProductToOrder } from "../catalog/product-to-order.ts"
import { toStock } from "../catalog/queries.ts"
import { lockProfile } from "../access/lock-profile.ts"
import { type Transaction, db } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { readFinanceSettings } from "../shop/settings/queries.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { mailBookingForAnother } from "../accounts/sharing/sharing-mails.ts"
import type { Booking } from "../booking-record/booking.ts"
import { type NewBooking, findBookingByKey, insertBooking, isDuplicateOrder } from "../booking-record/booking-rows.ts"
import { isComplete } from "./draft.ts"
import { type AddressQuote, quoteForAddress } from "./delivery-quote.ts"
import { mayBookFor, mayOrderFor } from "../access/may-book-for.ts"
import { findOpenRequestsProblem } from "./open-requests.ts"
import { refuseExpired } from "./refuse-expired.ts"
import { periodColumns } from "../booking-record/period-columns.ts"

export type BookingOrder = {
  productId: ProductId
  days: readonly Day[]
  options: readonly OptionChoice[]
  photoPacks: number
  isDelivery: boolean
  address: BookingAddress
  /** One key never makes a second booking (D9). */
  idempotencyKey: Id
  expectedTotal: Cents | null
  termsVersion?: string | null
  cartItem?: CartItemId | null
  /** Round trip; never set from a customer's form. */
  distanceKm?: number | null
}

export type PlacedBooking = { booking: Booking; repeated: boolean }

export type PlaceProblem =
  | DaysRefusal
  | { kind: "choice-refused"; problem: ChoiceProblem }
  | { kind: "too-far"; distanceKm: number; maximumKm: number }
  | { kind: "price-changed"; expectedTotal: Cents; total: Cents }
  | { kind: "too-much"; total: Cents }
  | { kind: "address-incomplete" }
  | OpenRequestsProblem
  | { kind: "not-allowed" }
  | { kind: "already-sent" }

export type PlaceBooking = {
  party: Party
  order: BookingOrder
  at?: Date
  /** Runs first; returning false rolls back. */
  beforePlacing?: (tx: Transaction) => Promise<boolean>
  onPlaced?: (tx: Transaction, booking: Booking) => Promise<Booking>
}

class PlacingRefused extends Error {
  override name = "PlacingRefused"
  readonly problem: PlaceProblem

  constructor(problem: PlaceProblem) {
    super(problem.kind)
    this.problem = problem
  }
}

/** Uses today's prices (D3, D7, D11). The same idempotency key returns the same booking (D9). */
export async function placeBooking({
  party,
  order,
  at = new Date(),
  ...hooks
}: PlaceBooking): Promise<Result<PlacedBooking, PlaceProblem>> {
  const { actor, account } = party
  const byOwner = actor.kind === "administrator"
  // Must run before the replay, or it would leak the booking.
  if (!byOwner && !(await mayBookFor(db, party))) return err({ kind: "not-allowed" })
  const earlier = await findBookingByKey(account.id, order.idempotencyKey)
  if (earlier) return replayOrder(earlier, order)

  const acceptedOrder = { ...order, termsVersion: acceptedTerms(party, order) }
  const quoted = await quoteOrder(account, acceptedOrder, { at, by: byOwner ? "owner" : "customer" })
  if (!quoted.ok) return quoted.error.kind === "days-taken" ? replayOrRefuse(account, order, quoted.error) : quoted
  const { product, row } = quoted.value
  try {
    const placed = await withClaimRetry((tx) =>
      placeInTransaction(tx, { party, product, row, cartItem: order.cartItem ?? null, at, ...hooks }),
    )
    if (placed !== "days-taken") return ok({ booking: placed, repeated: false })
  } catch (failure) {
    const problem = failure instanceof PlacingRefused ? failure.problem : null
    if (!problem && !isDuplicateOrder(failure)) throw failure
    return replayOrRefuse(account, order, problem)
  }
  return replayOrRefuse(
    account,
    order,
    await readDaysTakenProblem(product, rentalDays(row), { customerId: account.id, at }),
  )
}

type Placing = Pick<PlaceBooking, "party" | "beforePlacing" | "onPlaced"> & {
  product: ProductToOrder
  row: OrderQuote["row"]
  cartItem: CartItemId | null
  at: Date
}

async function placeInTransaction(tx: Transaction, placing: Placing): Promise<Booking> {
  const { party, product, row, cartItem, at, beforePlacing, onPlaced } = placing
  const { actor, account } = party
  const byOwner = actor.kind === "administrator"
  const mayPlace = (await mayOrderFor(tx, party)) && (!beforePlacing || (await beforePlacing(tx)))
  if (!mayPlace) throw new PlacingRefused({ kind: "not-allowed" })
  await lockProfile(tx, account.id)
  if (!byOwner) {
    const request = { customerId: account.id, days: numberOfDays(row), requests: 1, at }
    const problem = await findOpenRequestsProblem(tx, request)
    if (problem) throw new PlacingRefused(problem)
  }
  const booking = await insertBooking(tx, { ...row, placedBy: byOwner ? actor.id : null })
  await lockProducts(tx, [product.id])
  if (!byOwner) {
    const orderedChoice = { accountId: account.id, productId: product.id, days: rentalDays(row), itemId: cartItem }
    await deleteOrderedChoice(tx, orderedChoice)
  }
  await refuseExpired(tx, await claimDays(tx, toClaimRequest(product, booking, at)), at)
  if (!byOwner) await endEmptyCart(tx, account.id)
  await recordPlacement(tx, { party, booking, at })
  const placed = onPlaced ? await onPlaced(tx, booking) : booking
  if (placed.status === "pending")
    await orderBookingMail(tx, { kind: "requested", bookingId: booking.id, extra: {}, at })
  if (isProxy(party) && !byOwner) await mailBookingForAnother(tx, party, [booking], at)
  return placed
}

export function toClaimRequest(
  product: ProductToOrder,
  { id, userId, ...period }: RentalPeriod & Pick<Booking, "id" | "userId">,
  at: Date,
): ClaimRequest {
  return {
    productId: product.id,
    days: rentalDays(period),
    stock: toStock(product),
    occupant: { kind: "booking", bookingId: id },
    customerId: userId,
    at,
  }
}

/** Only the account's holder accepts terms, by signing (D55). */
export function acceptedTerms(party: Party, { termsVersion = null }: Pick<BookingOrder, "termsVersion">) {
  return isProxy(party) ? null : termsVersion
}

export async function recordPlacement(
  tx: Transaction,
  { party, booking, at }: { party: Party; booking: Booking; at: Date },
): Promise<void> {
  const { account } = party
  await recordEvent(tx, {
    by: party,
    action: "booking.placed",
    subject: booking.id,
    details: { total: booking.total, days: rentalDays(booking) },
    ...(isProxy(party) ? { personal: { for: account.name } } : {}),
    at,
  })
}

export type OrderDelivery = { quote: AddressQuote; shared: SharedDelivery | null }

export type OrderQuote = { product: ProductToOrder; row: Omit<NewBooking, "placedBy">; price: Price }

type QuoteOptions = { at: Date; by: RequestedBy; unfinished?: boolean; delivery?: OrderDelivery }

/** The owner may exceed notice and horizon. `unfinished` allows a missing address. */
export async function quoteOrder(
  account: { id: ProfileId },
  order: BookingOrder,
  { at, by, unfinished = false, delivery }: QuoteOptions,
): Promise<Result<OrderQuote, PlaceProblem>> {
  const hasAddress = isComplete(order.address)
  if (!hasAddress && !unfinished) return err({ kind: "address-incomplete" })
  const [product, settings] = await Promise.all([readProductToOrder(db, order.productId), readFinanceSettings()])
  if (!product) return err({ kind: "not-for-rent" })

  const options = bookOptions(product.offers, order.options)
  if (!options.ok) return err({ kind: "choice-refused", problem: options.error })
  const packsProblem = checkPhotoPacks(order.photoPacks)
  if (packsProblem) return err({ kind: "choice-refused", problem: packsProblem })

  const checked = await checkDays(product, order.days, { customerId: account.id, at, by })
  if (!checked.ok) return checked
  const period = periodOfDays(checked.value)

  const needsQuote = order.isDelivery && (hasAddress || delivery !== undefined)
  const quote = needsQuote
    ? (delivery?.quote ?? (await quoteForAddress(order.address, order.distanceKm, settings)))
    : null
  if (quote?.kind === "too-far") return err(quote)
  const tariff = product
  const shared = delivery?.shared ?? null
  const isCharged = shared?.counted !== false
  const deliveryFee = quote && (isCharged ? quote.fee : 0)
  const price = priceOf({
    product: tariff,
    days: numberOfDays(period),
    options: options.value,
    photoPacks: order.photoPacks,
    deliveryFee,
    shared,
  })
  if (price.total > MAX_TO_PAY) return err({ kind: "too-much", total: price.total })
  if (order.expectedTotal !== null && order.expectedTotal !== price.total) {
    return err({ kind: "price-changed", expectedTotal: order.expectedTotal, total: price.total })
  }

  const row: OrderQuote["row"] = {
    id: randomUUID(),
    userId: account.id,
    productId: product.id,
    ...periodColumns(period),
    productName: tariff.name,
    dailyPrice: tariff.dailyPrice,
    options: { items: options.value, total: price.optionsTotal },
    photoPacks: order.photoPacks,
    photoPackPrice: tariff.photoPackPrice,
    photoPackQuantity: tariff.photoPackQuantity,
    total: price.total,
    priceLines: toStoredPrice(price),
    isDelivery: order.isDelivery,
    address: order.address,
    distance: quote?.distanceKm ?? 0,
    distanceToConfirm: isCharged && quote?.kind === "to-confirm",
    addressPrecision: quote?.precision ?? null,
    addressCentre: quote?.kind === "quoted" ? (quote.centre ?? null) : null,
    deliveryFee: deliveryFee ?? 0,
    idempotencyKey: order.idempotencyKey,
    orderId: null,
    termsVersion: order.termsVersion ?? null,
    requestedAt: at,
    answerDueAt: answerDue(at),
    expiresAt: requestExpiry(at, firstDay(period), settings.pendingExpiryDays),
    createdAt: at,
  }
  return ok({ product, row, price })
}

async function replayOrRefuse(
  account: Account,
  order: BookingOrder,
  problem: PlaceProblem | null,
): Promise<Result<PlacedBooking, PlaceProblem>> {
  const existing = await findBookingByKey(account.id, order.idempotencyKey)
  if (existing) return replayOrder(existing, order)
  if (problem) return err(problem)
  throw new Error("Error creating booking")
}

/** Refuses a reused key with other choices; a missing address counts as equal. */
function replayOrder(booking: Booking, order: BookingOrder): Result<PlacedBooking, PlaceProblem> {
  const isSameOrder =
    booking.productId === order.productId &&
    booking.isDelivery === order.isDelivery &&
    booking.photoPacks === order.photoPacks &&
    isSamePeriod(booking, periodOfDays(order.days)) &&
    quantityKey(booking.options.items.map(({ id, quantity }) => ({ optionId: id, quantity }))) ===
      quantityKey(order.options) &&
    (!isComplete(order.address) || isDeepStrictEqual(booking.address, order.address))
  return isSameOrder ? ok({ booking, repeated: true }) : err({ kind: "already-sent" })
}

function quantityKey(options: readonly OptionChoice[]): string {
  const chosen = options
    .filter(({ quantity }) => quantity > 0)
    .map(({ optionId, quantity }) => `${optionId}×${quantity}`)
  return chosen.sort().join()
}
