import { randomUUID } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import { type Account, type Party, isForAnother } from "../../domain/accounts/party.ts"
import type { BookingAddress } from "../../domain/booking/booking.ts"
import type { OpenRequestsProblem } from "../../domain/booking/open-requests.ts"
import { answerDue, requestExpires } from "../../domain/booking/deadlines.ts"
import type { AskedBy } from "../../domain/availability/rentable-days.ts"
import type { Day } from "../../domain/day.ts"
import type { SharedDelivery } from "../../domain/delivery/together.ts"
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
import { storedPrice } from "../../domain/pricing/stored-price.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import {
  periodOfDays,
  rentalDays,
  numberOfDays,
  isSamePeriod,
  firstDay,
  type RentalPeriod,
} from "../../domain/rental/rental.ts"
import { type DaysRefused, checkDays, daysTaken } from "../availability/check-days.ts"
import { type ClaimRequest, claimDays, withClaimRetry } from "../availability/claim.ts"
import { endEmptyCart, forgetOrderedChoice } from "./cart/remove.ts"
import { type ProductToOrder, readProductToOrder } from "../catalog/product-to-order.ts"
import { stockOf } from "../catalog/queries.ts"
import { lockProfile } from "../access/lock-profile.ts"
import { type Transaction, db } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { readFinanceSettings } from "../shop/settings/queries.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { mailBothAboutBooking } from "../accounts/sharing/sharing-mails.ts"
import type { Booking } from "../booking-record/booking.ts"
import { type OrderedBooking, bookingWithKey, insertBooking, isPlacedAlready } from "../booking-record/booking-rows.ts"
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
  /** The same key never makes a second booking (D9). */
  idempotencyKey: Id
  /** The total that the customer read: a different one is shown again before anything is ordered. */
  shownTotal: Cents | null
  termsVersion?: string | null
  /** The line of the cart that becomes this order, if it was one. */
  cartItem?: CartItemId | null
  /** Round trip as the owner knows it, instead of what the address says. No form of the customer's has it. */
  distanceKm?: number | null
}

export type PlacedBooking = { booking: Booking; repeated: boolean }

export type PlaceProblem =
  | DaysRefused
  | { kind: "choice-refused"; problem: ChoiceProblem }
  | { kind: "too-far"; distanceKm: number; maximumKm: number }
  | { kind: "price-changed"; shown: Cents; total: Cents }
  | { kind: "too-much"; total: Cents }
  | { kind: "address-incomplete" }
  | OpenRequestsProblem
  /** Who acts may not book in the account's name (any more). */
  | { kind: "not-allowed" }
  /** The key of an order that was placed with other choices. */
  | { kind: "already-sent" }

export type PlaceBooking = {
  party: Party
  order: BookingOrder
  at?: Date
  /** Runs first in the transaction; answering false undoes it all, as `not-allowed`. */
  beforePlacing?: (tx: Transaction) => Promise<boolean>
  /** Runs in the transaction once the booking is there. */
  onPlaced?: (tx: Transaction, booking: Booking) => Promise<Booking>
}

/** Undoes the transaction. */
class PlacingRefused extends Error {
  override name = "PlacingRefused"
  readonly problem: PlaceProblem

  constructor(problem: PlaceProblem) {
    super(problem.kind)
    this.problem = problem
  }
}

/**
 * Turns what was chosen for an account into a pending booking of it (D3, D7, D11). Everything is computed from today's
 * catalogue and settings. The same idempotency key returns the same booking (D9).
 */
export async function placeBooking({
  party,
  order,
  at = new Date(),
  ...around
}: PlaceBooking): Promise<Result<PlacedBooking, PlaceProblem>> {
  const { actor, account } = party
  const byOwner = actor.kind === "administrator"
  // Checked before the replay, so that it tells nothing to somebody who may not order.
  if (!byOwner && !(await mayBookFor(db, party))) return err({ kind: "not-allowed" })
  const earlier = await bookingWithKey(account.id, order.idempotencyKey)
  if (earlier) return replay(earlier, order)

  const accepting = { ...order, termsVersion: termsAccepted(party, order) }
  const quoted = await quoteOrder(account, accepting, { at, by: byOwner ? "owner" : "customer" })
  if (!quoted.ok) return quoted.error.kind === "days-taken" ? replayOrRefuse(account, order, quoted.error) : quoted
  const { product, row } = quoted.value
  try {
    const placed = await withClaimRetry((tx) =>
      placeIn(tx, { party, product, row, cartItem: order.cartItem ?? null, at, ...around }),
    )
    if (placed !== "days-taken") return ok({ booking: placed, repeated: false })
  } catch (failure) {
    const problem = failure instanceof PlacingRefused ? failure.problem : null
    if (!problem && !isPlacedAlready(failure)) throw failure
    return replayOrRefuse(account, order, problem)
  }
  return replayOrRefuse(account, order, await daysTaken(product, rentalDays(row), { customerId: account.id, at }))
}

type Placing = Pick<PlaceBooking, "party" | "beforePlacing" | "onPlaced"> & {
  product: ProductToOrder
  row: OrderQuote["row"]
  cartItem: CartItemId | null
  at: Date
}

async function placeIn(tx: Transaction, placing: Placing): Promise<Booking> {
  const { party, product, row, cartItem, at, beforePlacing, onPlaced } = placing
  const { actor, account } = party
  const byOwner = actor.kind === "administrator"
  const mayPlace = (await mayOrderFor(tx, party)) && (!beforePlacing || (await beforePlacing(tx)))
  if (!mayPlace) throw new PlacingRefused({ kind: "not-allowed" })
  await lockProfile(tx, account.id)
  if (!byOwner) {
    const asked = { customerId: account.id, days: numberOfDays(row), requests: 1, at }
    const problem = await findOpenRequestsProblem(tx, asked)
    if (problem) throw new PlacingRefused(problem)
  }
  const booking = await insertBooking(tx, { ...row, placedBy: byOwner ? actor.id : null })
  // Frees what the customer held for this order; the owner forgets nothing of theirs.
  if (!byOwner) {
    const ordered = { accountId: account.id, productId: product.id, days: rentalDays(row), itemId: cartItem }
    await forgetOrderedChoice(tx, ordered)
  }
  await refuseExpired(tx, await claimDays(tx, claimOf(product, booking, at)), at)
  if (!byOwner) await endEmptyCart(tx, account.id)
  await recordPlaced(tx, { party, booking, at })
  const placed = onPlaced ? await onPlaced(tx, booking) : booking
  // Confirmed at once, it has no request to acknowledge: its contract is what goes.
  if (placed.status === "pending")
    await orderBookingMail(tx, { kind: "requested", bookingId: booking.id, extra: {}, at })
  if (isForAnother(party) && !byOwner) await mailBothAboutBooking(tx, party, [booking], at)
  return placed
}

/** The units of a new booking, over what its customer held for it. */
export function claimOf(
  product: ProductToOrder,
  { id, userId, ...period }: RentalPeriod & Pick<Booking, "id" | "userId">,
  at: Date,
): ClaimRequest {
  return {
    productId: product.id,
    days: rentalDays(period),
    stock: stockOf(product),
    occupant: { kind: "booking", bookingId: id },
    customerId: userId,
    at,
  }
}

/**
 * The version of the terms that an order accepts. Who acts for another accepts none: the account's holder does, by
 * signing the contract (D55).
 */
export function termsAccepted(party: Party, { termsVersion = null }: Pick<BookingOrder, "termsVersion">) {
  return isForAnother(party) ? null : termsVersion
}

export async function recordPlaced(
  tx: Transaction,
  { party, booking, at }: { party: Party; booking: Booking; at: Date },
): Promise<void> {
  const { account } = party
  await recordEvent(tx, {
    by: party,
    action: "booking.placed",
    subject: booking.id,
    details: { total: booking.total, days: rentalDays(booking) },
    ...(isForAnother(party) ? { personal: { for: account.name } } : {}),
    at,
  })
}

/** A delivery that was worked out for a whole order, and what the others have of it (D48). */
export type OrderDelivery = { quote: AddressQuote; shared: SharedDelivery | null }

export type OrderQuote = { product: ProductToOrder; row: Omit<OrderedBooking, "placedBy">; price: Price }

type Quoting = { at: Date; by: AskedBy; unfinished?: boolean; delivery?: OrderDelivery }

/**
 * What a booking would be and cost, without placing it. The owner may go beyond the notice and the horizon that
 * customers are held to; nobody goes beyond what is free. While the address is missing, `unfinished` leaves the
 * delivery out of the price. `delivery` is that of the whole order which this is a part of: the address is then not asked.
 */
export async function quoteOrder(
  account: { id: ProfileId },
  order: BookingOrder,
  { at, by, unfinished = false, delivery }: Quoting,
): Promise<Result<OrderQuote, PlaceProblem>> {
  const hasAddress = isComplete(order.address)
  if (!hasAddress && !unfinished) return err({ kind: "address-incomplete" })
  const [product, settings] = await Promise.all([readProductToOrder(db, order.productId), readFinanceSettings()])
  if (!product) return err({ kind: "not-for-rent" })

  const options = bookOptions(product.offers, order.options)
  if (!options.ok) return err({ kind: "choice-refused", problem: options.error })
  const packs = checkPhotoPacks(order.photoPacks)
  if (packs) return err({ kind: "choice-refused", problem: packs })

  const free = await checkDays(product, order.days, { customerId: account.id, at, by })
  if (!free.ok) return free
  const period = periodOfDays(free.value)

  const asked = order.isDelivery && (hasAddress || delivery !== undefined)
  const quote = asked ? (delivery?.quote ?? (await quoteForAddress(order.address, order.distanceKm, settings))) : null
  if (quote?.kind === "too-far") return err(quote)
  const tariff = product
  const shared = delivery?.shared ?? null
  // What is counted with another booking is free here, whatever its distance turns out to be (D48).
  const isCounted = shared?.counted !== false
  const deliveryFee = quote && (isCounted ? quote.fee : 0)
  const price = priceOf({
    product: tariff,
    days: numberOfDays(period),
    options: options.value,
    photoPacks: order.photoPacks,
    deliveryFee,
    shared,
  })
  if (price.total > MAX_TO_PAY) return err({ kind: "too-much", total: price.total })
  if (order.shownTotal !== null && order.shownTotal !== price.total) {
    return err({ kind: "price-changed", shown: order.shownTotal, total: price.total })
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
    priceLines: storedPrice(price),
    isDelivery: order.isDelivery,
    address: order.address,
    distance: quote?.distanceKm ?? 0,
    distanceToConfirm: isCounted && quote?.kind === "to-confirm",
    addressPrecision: quote?.precision ?? null,
    addressCentre: quote?.kind === "quoted" ? (quote.centre ?? null) : null,
    deliveryFee: deliveryFee ?? 0,
    idempotencyKey: order.idempotencyKey,
    orderId: null,
    termsVersion: order.termsVersion ?? null,
    requestedAt: at,
    answerDueAt: answerDue(at),
    expiresAt: requestExpires(at, firstDay(period), settings.pendingExpiryDays),
    createdAt: at,
  }
  return ok({ product, row, price })
}

/** What stands in its way, unless the same order was placed a moment ago: of a double click both are told the same (D9). */
async function replayOrRefuse(
  account: Account,
  order: BookingOrder,
  problem: PlaceProblem | null,
): Promise<Result<PlacedBooking, PlaceProblem>> {
  const ours = await bookingWithKey(account.id, order.idempotencyKey)
  if (ours) return replay(ours, order)
  if (problem) return err(problem)
  throw new Error("Error creating booking")
}

/**
 * An order that was sent before is not placed twice; a key that comes back with other choices is refused, not answered as
 * if they had been taken. A form that is sent again after its draft has gone says no address: that is no other one.
 */
function replay(booking: Booking, order: BookingOrder): Result<PlacedBooking, PlaceProblem> {
  const same =
    booking.productId === order.productId &&
    booking.isDelivery === order.isDelivery &&
    booking.photoPacks === order.photoPacks &&
    isSamePeriod(booking, periodOfDays(order.days)) &&
    quantitiesOf(booking.options.items.map(({ id, quantity }) => ({ optionId: id, quantity }))) ===
      quantitiesOf(order.options) &&
    (!isComplete(order.address) || isDeepStrictEqual(booking.address, order.address))
  return same ? ok({ booking, repeated: true }) : err({ kind: "already-sent" })
}

function quantitiesOf(options: readonly OptionChoice[]): string {
  const chosen = options
    .filter(({ quantity }) => quantity > 0)
    .map(({ optionId, quantity }) => `${optionId}×${quantity}`)
  return chosen.sort().join()
}
