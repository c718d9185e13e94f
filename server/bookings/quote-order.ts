import { randomUUID } from "node:crypto"
import type { CompanyOrder } from "../../domain/accounts/company-order.ts"
import { type BookingAddress, toPricedRental } from "../../domain/booking/booking.ts"
import type { OpenRequestsProblem } from "../../domain/booking/open-requests.ts"
import { answerDue, requestExpiry } from "../../domain/booking/deadlines.ts"
import { accessoriesOf, toBundleParts } from "../../domain/rental/parts.ts"
import { periodsOfPlan } from "../../domain/rental/periods.ts"
import type { RequestedBy, WantedDays } from "../../domain/availability/rentable-days.ts"
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
import { agreedPlan } from "../../domain/pricing/rate-plan.ts"
import { toStoredPrice, withDelivery } from "../../domain/pricing/stored-price.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { windowsOfRental } from "../../domain/rental/rental-times.ts"
import { type Rental, periodOfDays, periodOfRentals, firstDay } from "../../domain/rental/rental.ts"
import { findMissingAccessory } from "../availability/accessories.ts"
import { type DaysRefusal, checkDays } from "../availability/check-days.ts"
import type { CalendarViewer } from "../availability/queries.ts"
import { readTariff } from "../catalog/price-rules.ts"
import { readProductToOrder } from "../catalog/product-to-order.ts"
import { db } from "../platform/database.server.ts"
import { readFinanceSettings } from "../shop/settings/queries.ts"
import { rentalColumns } from "../booking-record/rentals.ts"
import type { NewBooking } from "../booking-record/booking-rows.ts"
import { isComplete } from "./draft.ts"
import { type AddressQuote, quoteForAddress } from "./delivery-quote.ts"
import { choiceOfRental, findHeldPrice, holdFee, holdRentals } from "./shown-prices/held-price.ts"
import { pricePromoCode } from "./promo-code.ts"
import { readPlacingTerms } from "./placing-terms.ts"

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
