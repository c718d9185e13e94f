import { randomUUID } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import type { CompanyOrder } from "../../domain/accounts/company-order.ts"
import { type Account, type Party, isProxy } from "../../domain/accounts/party.ts"
import { type BookingAddress, toPricedRental } from "../../domain/booking/booking.ts"
import type { OpenRequestsProblem } from "../../domain/booking/open-requests.ts"
import { answerDue, requestExpiry } from "../../domain/booking/deadlines.ts"
import { accessoriesOf, productsOf, toBundleParts } from "../../domain/rental/parts.ts"
import { periodsOfPlan } from "../../domain/rental/periods.ts"
import type { RequestedBy, WantedDays } from "../../domain/availability/rentable-days.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import { instalmentsIfSigned } from "../../domain/finance/payment-schedule.ts"
import type { CartItemId, Id, ProductId, ProfileId, QuoteId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import {
  type ChoiceProblem,
  type OptionChoice,
  type Price,
  bookOptions,
  MAX_TO_PAY,
  checkPhotoPacks,
  countsCode,
  priceOfRentals,
  rentalLines,
  toPrice,
} from "../../domain/pricing/price.ts"
import type { PromoCodeProblem } from "../../domain/pricing/code-terms.ts"
import { agreedPlan, planChoiceOf } from "../../domain/pricing/rate-plan.ts"
import { toStoredPrice, withDelivery } from "../../domain/pricing/stored-price.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { windowsOfRental } from "../../domain/rental/rental-times.ts"
import {
  type Rental,
  type RentalPeriod,
  isSamePeriod,
  numberOfDays,
  periodOfDays,
  periodOfRentals,
  rentalDays,
  firstDay,
} from "../../domain/rental/rental.ts"
import { findMissingAccessory } from "../availability/accessories.ts"
import { type DaysRefusal, checkDays, findUnavailableDays } from "../availability/check-days.ts"
import { withClaimRetry } from "../availability/claim.ts"
import type { CalendarViewer } from "../availability/queries.ts"
import { lockProducts } from "../availability/ranges.ts"
import { claimRentals } from "../availability/rentals.ts"
import { planKey } from "./cart/digest.ts"
import { endEmptyCart, deleteOrderedChoice } from "./cart/remove.ts"
import { readTariff } from "../catalog/price-rules.ts"
import { readProductToOrder } from "../catalog/product-to-order.ts"
import { lockProfile } from "../access/lock-profile.ts"
import { type Transaction, db } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { readFinanceSettings } from "../shop/settings/queries.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { mailBookingForAnother } from "../accounts/sharing/sharing-mails.ts"
import type { Booking } from "../booking-record/booking.ts"
import { type RentedBooking, rentalColumns } from "../booking-record/rentals.ts"
import { type NewBooking, findBookingByKey, insertBooking, isDuplicateOrder } from "../booking-record/booking-rows.ts"
import { isComplete } from "./draft.ts"
import { type AddressQuote, quoteForAddress } from "./delivery-quote.ts"
import { mayBookFor, mayOrderFor } from "../access/may-book-for.ts"
import { confirmInstantly } from "./confirm-placed.ts"
import { findOpenRequestsProblem } from "./open-requests.ts"
import { winLead } from "../leads/win-leads.ts"
import { choiceOfRental, findHeldPrice, holdFee, holdRentals } from "./shown-prices/held-price.ts"
import { pricePromoCode, recordPromoCodeUse } from "./promo-code.ts"
import { readPlacingTerms } from "./placing-terms.ts"
import { refuseExpired } from "./refuse-expired.ts"

export type RentalOrder = WantedDays & {
  productId: ProductId
  options: readonly OptionChoice[]
  photoPacks: number
}

export type BookingOrder = {
  rentals: readonly RentalOrder[]
  isDelivery: boolean
  address: BookingAddress
  /** One key never makes a second booking (D9). */
  idempotencyKey: Id
  /** The bookings of one cart share its key. */
  orderPart?: number
  expectedTotal: Cents | null
  termsVersion?: string | null
  cartItem?: CartItemId | null
  /** Honoured for the same choice, for seven days (D66). */
  shownPrice?: Id | null
  company?: CompanyOrder | null
  promoCode?: string | null
  /** Round trip; never set from a customer's form. */
  distanceKm?: number | null
}

export type PlacedBooking = { booking: RentedBooking; repeated: boolean }

export type PlaceProblem =
  | DaysRefusal
  | { kind: "choice-refused"; problem: ChoiceProblem }
  | { kind: "too-far"; distanceKm: number; maximumKm: number }
  | { kind: "price-changed"; expectedTotal: Cents; total: Cents }
  | { kind: "too-much"; total: Cents }
  | { kind: "promo-code-refused"; problem: PromoCodeProblem }
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
  onPlaced?: (tx: Transaction, booking: RentedBooking) => Promise<RentedBooking>
}

export class PlacingRefused extends Error {
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
  const { row, promoCode } = quoted.value
  try {
    const placed = await withClaimRetry((tx) => placeInTransaction(tx, { party, row, promoCode, order, at, ...hooks }))
    if (placed !== "days-taken") return ok({ booking: placed, repeated: false })
  } catch (failure) {
    const problem = failure instanceof PlacingRefused ? failure.problem : null
    if (!problem && !isDuplicateOrder(failure)) throw failure
    return replayOrRefuse(account, order, problem)
  }
  return replayOrRefuse(account, order, await explainTaken(account, row.rentals, at))
}

async function explainTaken(account: Account, rentals: readonly Rental[], at: Date): Promise<PlaceProblem> {
  for (const { parts = [], plan, ...period } of rentals) {
    const problem = await findMissingAccessory(
      parts,
      { days: rentalDays(period), plan },
      { customerId: account.id, at },
    )
    if (problem) return { kind: "choice-refused", problem }
  }
  return { kind: "days-taken", days: await findTakenDays(account, rentals, at) }
}

/** All days when none is occupied any more. */
async function findTakenDays(account: Account, rentals: readonly Rental[], at: Date): Promise<Day[]> {
  const taken: Day[] = []
  for (const rental of rentals) taken.push(...(await findTakenDaysOf(account, rental, at)))
  return [...rentalDays(taken.length > 0 ? periodOfDays(taken) : periodOfRentals(rentals))]
}

export async function findTakenDaysOf(account: Account, rental: Rental, at: Date): Promise<Day[]> {
  const product = await readProductToOrder(db, rental.productId)
  const rented = { days: rentalDays(rental), plan: rental.plan }
  return product ? findUnavailableDays(product, rented, { customerId: account.id, at }) : []
}

type Placing = Pick<PlaceBooking, "party" | "beforePlacing" | "onPlaced"> & {
  row: OrderQuote["row"]
  order: BookingOrder
  promoCode: OrderQuote["promoCode"]
  at: Date
}

async function placeInTransaction(tx: Transaction, placing: Placing): Promise<RentedBooking> {
  const { party, row, promoCode, order, at, beforePlacing, onPlaced } = placing
  const { actor, account } = party
  const { rentals } = row
  const byOwner = actor.kind === "administrator"
  const mayPlace = (await mayOrderFor(tx, party)) && (!beforePlacing || (await beforePlacing(tx)))
  if (!mayPlace) throw new PlacingRefused({ kind: "not-allowed" })
  await lockProfile(tx, account.id)
  if (!byOwner) {
    const request = { customerId: account.id, days: countRentedDays(rentals), requests: 1, at }
    const problem = await findOpenRequestsProblem(tx, request)
    if (problem) throw new PlacingRefused(problem)
  }
  const booking = await insertBooking(tx, { ...row, placedBy: byOwner ? actor.id : null })
  if (order.shownPrice) await winLead(tx, { shownPriceId: order.shownPrice }, booking)
  const problem = promoCode && (await recordPromoCodeUse(tx, { code: promoCode, booking, at }))
  if (problem) throw new PlacingRefused({ kind: "promo-code-refused", problem })
  await lockProducts(tx, productsOf(rentals))
  if (!byOwner) {
    for (const rental of rentals) {
      const { productId, plan } = rental
      const ordered = { accountId: account.id, productId, days: rentalDays(rental), plan: planChoiceOf(plan) }
      await deleteOrderedChoice(tx, { ...ordered, itemId: order.cartItem ?? null })
    }
  }
  await refuseExpired(tx, await claimRentals(tx, toClaims(booking, at)), at)
  if (!byOwner) await endEmptyCart(tx, account.id)
  await recordPlacement(tx, { party, booking, at })
  const placed = onPlaced ? await onPlaced(tx, booking) : await confirmInstantly(tx, { party, booking, at })
  if (placed.status === "pending" || placed.isInstant) await orderRequestMail(tx, placed, at)
  if (isProxy(party) && !byOwner) await mailBookingForAnother(tx, party, [booking], at)
  return placed
}

/** The customer's mail about an instant booking is the contract's (D67). */
export async function orderRequestMail(tx: Transaction, booking: Booking, at: Date): Promise<void> {
  if (booking.isInstant) await orderBookingMail(tx, { kind: "instant", bookingId: booking.id, extra: {}, at })
  else {
    const payments = booking.distanceToConfirm
      ? []
      : instalmentsIfSigned(booking, await readFinanceSettings(tx), dayInParis(at))
    await orderBookingMail(tx, { kind: "requested", bookingId: booking.id, extra: { payments }, at })
  }
}

export function toClaims({ id, userId, rentals }: Pick<RentedBooking, "id" | "userId" | "rentals">, at: Date) {
  return { bookingId: id, rentals, customerId: userId, at }
}

/** Days count for each rental (D40). */
export function countRentedDays(rentals: readonly RentalPeriod[]): number {
  return rentals.reduce((sum, rental) => sum + numberOfDays(rental), 0)
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

/** `promoCode` is the one that the price counts. */
export type OrderQuote = { row: Omit<NewBooking, "placedBy">; price: Price; promoCode: string | null }

type QuoteOptions = { at: Date; by: RequestedBy; unfinished?: boolean; delivery?: AddressQuote }

/** The owner may exceed notice and horizon. `unfinished` allows a missing address. */
export async function quoteOrder(
  account: { id: ProfileId },
  order: BookingOrder,
  { at, by, unfinished = false, delivery }: QuoteOptions,
): Promise<Result<OrderQuote, PlaceProblem>> {
  const hasAddress = isComplete(order.address)
  if (!hasAddress && !unfinished) return err({ kind: "address-incomplete" })
  const rentals: Rental[] = []
  for (const rentalOrder of order.rentals) {
    const rental = await quoteRental(account, rentalOrder, { position: rentals.length + 1, at, by })
    if (!rental.ok) return rental
    rentals.push(rental.value)
  }
  const needsQuote = order.isDelivery && (hasAddress || delivery !== undefined)
  const quote = needsQuote ? (delivery ?? (await quoteForAddress(order.address, order.distanceKm))) : null
  return toOrderQuote(account, order, { rentals, quote, at })
}

export async function quoteRental(
  account: { id: ProfileId },
  order: RentalOrder,
  { position, ...context }: Pick<CalendarViewer, "at" | "by" | "except"> & { position: number },
): Promise<Result<Rental, PlaceProblem>> {
  const product = await readProductToOrder(db, order.productId)
  if (!product) return err({ kind: "not-for-rent" })
  const options = bookOptions(product.offers, order.options)
  if (!options.ok) return err({ kind: "choice-refused", problem: options.error })
  const packsProblem = checkPhotoPacks(order.photoPacks)
  if (packsProblem) return err({ kind: "choice-refused", problem: packsProblem })
  const viewer = { customerId: account.id, ...context }
  const checked = await checkDays(product, order, viewer)
  if (!checked.ok) return checked
  const parts = [...toBundleParts(product.parts), ...accessoriesOf(options.value, product.offers)]
  const missing = await findMissingAccessory(parts, checked.value, viewer)
  if (missing) return err({ kind: "choice-refused", problem: missing })
  const { photoPacks } = order
  const { days } = checked.value
  const plan = agreedPlan(checked.value.plan)
  const { windows, ...shop } = await readPlacingTerms(product.id, firstDay(periodOfDays(days)))
  const periods = periodsOfPlan(plan, days, shop)
  const lines = rentalLines({ product, days: days.length, plan, options: options.value, photoPacks })
  return ok({
    position,
    productId: product.id,
    productName: product.name,
    dates: days,
    plan,
    periods,
    windows: windowsOfRental({ plan, periods }, windows),
    dailyPrice: product.dailyPrice,
    options: { items: options.value, total: toPrice(lines).optionsTotal },
    parts,
    photoPacks,
    photoPackPrice: product.photoPackPrice,
    photoPackQuantity: product.photoPackQuantity,
  })
}

export async function toOrderQuote(
  account: { id: ProfileId },
  order: Omit<BookingOrder, "rentals">,
  todays: { rentals: Rental[]; quote: AddressQuote | null; at: Date; quoteId?: QuoteId | null },
): Promise<Result<OrderQuote, PlaceProblem>> {
  const { at, quoteId = null } = todays
  if (todays.quote?.kind === "too-far") return err(todays.quote)
  const tariff = await readTariff(at)
  const ordered = { customerId: account.id, rentals: todays.rentals, quoteId, at }
  const code = await pricePromoCode(order.promoCode ?? null, ordered)
  if (!code.ok) return err({ kind: "promo-code-refused", problem: code.error })
  const choice = todays.rentals.map(choiceOfRental)
  const held = order.shownPrice && !code.value ? await findHeldPrice(order.shownPrice, choice, at) : null
  const rentals = held ? holdRentals(held, todays.rentals) : todays.rentals
  const quote = held && todays.quote ? holdFee(held, todays.quote, order.address) : todays.quote
  const fee = quote && "fee" in quote ? quote.fee : null
  const price = held
    ? withDelivery(held.priceLines, fee, zoneOf(quote))
    : priceOfRentals(
        rentals.map((rental) => toPricedRental(rental, tariff)),
        { deliveryFee: fee, zone: zoneOf(quote), promoCode: code.value },
      )
  if (price.total > MAX_TO_PAY) return err({ kind: "too-much", total: price.total })
  if (order.expectedTotal !== null && order.expectedTotal !== price.total)
    return err({ kind: "price-changed", expectedTotal: order.expectedTotal, total: price.total })
  const { pendingExpiryDays } = await readFinanceSettings()
  const row: OrderQuote["row"] = {
    id: randomUUID(),
    userId: account.id,
    rentals,
    ...rentalColumns(rentals),
    total: price.total,
    priceLines: toStoredPrice(price),
    isDelivery: order.isDelivery,
    address: order.address,
    distance: quote?.distanceKm ?? 0,
    distanceToConfirm: quote?.kind === "to-confirm",
    addressPrecision: quote?.precision ?? null,
    addressCentre: quote?.kind === "quoted" ? (quote.centre ?? null) : null,
    deliveryFee: fee ?? 0,
    idempotencyKey: order.idempotencyKey,
    orderPart: order.orderPart ?? 1,
    company: order.company ?? null,
    termsVersion: order.termsVersion ?? null,
    requestedAt: at,
    answerDueAt: answerDue(at),
    expiresAt: requestExpiry(at, firstDay(periodOfRentals(rentals)), pendingExpiryDays),
    createdAt: at,
  }
  return ok({ row, price, promoCode: countsCode(price.lines) ? (code.value?.code ?? null) : null })
}

export function zoneOf(quote: AddressQuote | null): string | undefined {
  return quote?.kind === "quoted" ? quote.zone : undefined
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
function replayOrder(booking: RentedBooking, order: BookingOrder): Result<PlacedBooking, PlaceProblem> {
  const isSameOrder =
    booking.isDelivery === order.isDelivery &&
    booking.rentals.length === order.rentals.length &&
    booking.rentals.every((rental, index) => isSameRental(rental, order.rentals[index])) &&
    (!isComplete(order.address) || isDeepStrictEqual(booking.address, order.address))
  return isSameOrder ? ok({ booking, repeated: true }) : err({ kind: "already-sent" })
}

function isSameRental(rental: Rental, order: RentalOrder | undefined): boolean {
  return (
    rental.productId === order?.productId &&
    rental.photoPacks === order.photoPacks &&
    isSameTime(rental, order) &&
    quantityKey(rental.options.items.map(({ id, quantity }) => ({ optionId: id, quantity }))) ===
      quantityKey(order.options)
  )
}

/** A fixed plan is ordered by its first day. */
function isSameTime(rental: Rental, order: RentalOrder): boolean {
  const ordered = periodOfDays(order.days)
  const isSameStart = rental.plan?.kind === "fixed" && firstDay(rental) === firstDay(ordered)
  return (
    (isSameStart || isSamePeriod(rental, ordered)) &&
    planKey(planChoiceOf(rental.plan)) === planKey(order.plan ?? planChoiceOf(null))
  )
}

function quantityKey(options: readonly OptionChoice[]): string {
  const chosen = options
    .filter(({ quantity }) => quantity > 0)
    .map(({ optionId, quantity }) => `${optionId}×${quantity}`)
  return chosen.sort().join()
}
