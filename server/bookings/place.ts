import { isDeepStrictEqual } from "node:util"
import { type Account, type Party, isProxy } from "../../domain/accounts/party.ts"
import { productsOf } from "../../domain/rental/parts.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import { instalmentsIfSigned } from "../../domain/finance/payment-schedule.ts"
import type { OptionChoice } from "../../domain/pricing/price.ts"
import { planChoiceOf } from "../../domain/pricing/rate-plan.ts"
import { type Result, ok, err } from "../../domain/result.ts"
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
import { findUnavailableDays } from "../availability/check-days.ts"
import { withClaimRetry } from "../availability/claim.ts"
import { lockProducts } from "../availability/ranges.ts"
import { claimRentals } from "../availability/rentals.ts"
import { planKey } from "./cart/digest.ts"
import { endEmptyCart, deleteOrderedChoice } from "./cart/remove.ts"
import { readProductToOrder } from "../catalog/product-to-order.ts"
import { lockProfile } from "../access/lock-profile.ts"
import { type Transaction, db } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { readFinanceSettings } from "../shop/settings/queries.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { mailBookingForAnother } from "../accounts/sharing/sharing-mails.ts"
import type { Booking } from "../booking-record/booking.ts"
import type { RentedBooking } from "../booking-record/rentals.ts"
import { findBookingByKey, insertBooking, isDuplicateOrder } from "../booking-record/booking-rows.ts"
import { isComplete } from "./draft.ts"
import { mayBookFor, mayOrderFor } from "../access/may-book-for.ts"
import { confirmInstantly } from "./confirm-placed.ts"
import { findOpenRequestsProblem } from "./open-requests.ts"
import { winLead } from "../leads/win-leads.ts"
import { recordPromoCodeUse } from "./promo-code.ts"
import { refuseExpired } from "./refuse-expired.ts"
import { type RentalOrder, type BookingOrder, type PlaceProblem, type OrderQuote, quoteOrder } from "./quote-order.ts"

export type PlacedBooking = { booking: RentedBooking; repeated: boolean }

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
  for (const rental of rentals) taken.push(...(await findTakenDaysOfRental(account, rental, at)))
  return [...rentalDays(taken.length > 0 ? periodOfDays(taken) : periodOfRentals(rentals))]
}

export async function findTakenDaysOfRental(account: Account, rental: Rental, at: Date): Promise<Day[]> {
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
