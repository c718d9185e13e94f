import { randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import {
  type ProductCalendar,
  customerDay,
  daysWithoutWholeUnit,
  unavailableDays,
} from "../../domain/availability/calendar.ts"
import { type RequestedBy, rentableDays } from "../../domain/availability/rentable-days.ts"
import { type BookingAddress, agreedTariff, isSamePlace, toPricedRental } from "../../domain/booking/booking.ts"
import { type PriceChange, changedOptions, changedTariff, priceChange } from "../../domain/booking/edit.ts"
import { type RentalPart, accessoriesOf } from "../../domain/rental/parts.ts"
import { changedPeriods, daysPlacedAnew } from "../../domain/rental/periods.ts"
import { type BookingStatus, occupiesDays, effectiveStatus } from "../../domain/booking/status.ts"
import type { Day } from "../../domain/day.ts"
import { type BookingId, isId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import type { OptionOffer } from "../../domain/pricing/options.ts"
import { type PlacingTerms, windowsOfRental } from "../../domain/rental/rental-times.ts"
import { adjustmentLine, adjustmentsIn } from "../../domain/pricing/adjustment.ts"
import {
  type BookedOption,
  type ChoiceProblem,
  type OptionChoice,
  type AdjustmentLine,
  type PriceLine,
  MAX_TO_PAY,
  checkPhotoPacks,
  deliveryLine,
  rentalLines,
  withAgreedCode,
  toPrice,
} from "../../domain/pricing/price.ts"
import {
  type PlanChoice,
  agreedPlan,
  isSamePlanChoice,
  planChoiceOf,
  planToMove,
  usualDayPlan,
} from "../../domain/pricing/rate-plan.ts"
import type { Tariff } from "../../domain/pricing/price-rule.ts"
import { priceFrom, toStoredPrice } from "../../domain/pricing/stored-price.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import {
  type Rental,
  periodOfDays,
  rentalDays,
  includesDay,
  isSamePeriod,
  firstDay,
  lastDay,
} from "../../domain/rental/rental.ts"
import { findMissingAccessory } from "../availability/accessories.ts"
import type { DaysRefusal } from "../availability/check-days.ts"
import { readProductCalendar } from "../availability/queries.ts"
import { readPlacingTerms } from "./placing-terms.ts"
import type { Booking } from "../booking-record/booking.ts"
import { type RentedBooking, sumDepositsOfProducts, withRentals } from "../booking-record/rentals.ts"
import { type ProductForRent, readProductWithOffers, toTariff } from "../catalog/queries.ts"
import { readTariff } from "../catalog/price-rules.ts"
import { db } from "../platform/database.server.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { quoteForAddress } from "./delivery-quote.ts"
import { isComplete } from "./draft.ts"
import { type PlaceProblem, type RentalOrder, quoteRental, zoneOf } from "./quote-order.ts"

export type RentalChange = {
  position: number
  days?: readonly Day[]
  /** Another start or other extra hours of the plan that was agreed. */
  plan?: PlanChoice
  choice?: { options: readonly OptionChoice[]; photoPacks: number }
}

export type BookingChange = {
  rentals?: readonly RentalChange[]
  added?: readonly RentalOrder[]
  /** Positions. */
  removed?: readonly number[]
  /** A line of the owner on the new price. */
  line?: AdjustmentLine
  /** The total does not rise: we are the cause of the change (D62). */
  withoutSupplement?: boolean
  /** null computes the round trip from the address. */
  place?: { isDelivery: boolean; address: BookingAddress; distanceKm: number | null }
}

export type ProposalProblem =
  | { kind: "not-found" }
  | { kind: "not-editable"; status: BookingStatus }
  | DaysRefusal
  | { kind: "choice-refused"; problem: ChoiceProblem }
  | { kind: "last-rental" }
  | { kind: "rental-gone" }
  | { kind: "address-incomplete" }
  | { kind: "too-far"; distanceKm: number; maximumKm: number }
  | { kind: "too-much"; total: Cents }
  | { kind: "below-zero"; total: Cents }

type RentalProblem = Extract<PlaceProblem, ProposalProblem>

export type Proposal = {
  booking: RentedBooking
  after: Pick<
    RentedBooking,
    | "rentals"
    | "agreement"
    | "isDelivery"
    | "address"
    | "distance"
    | "distanceToConfirm"
    | "addressPrecision"
    | "addressCentre"
    | "deliveryFee"
    | "total"
    | "priceLines"
  >
  price: PriceChange
  changed: ("rentals" | "dates" | "options" | "place")[]
}

/** Agreed parts keep their price (docs/decisions/0007). Geocodes: call it outside transactions. */
export async function proposeEdit(
  id: BookingId,
  change: BookingChange,
  at: Date,
): Promise<Result<Proposal, ProposalProblem>> {
  const booking = await readBooking(id)
  if (!booking) return err({ kind: "not-found" })
  const status = effectiveStatus(booking, at)
  if (!occupiesDays(status)) return err({ kind: "not-editable", status })

  const named = [...(change.removed ?? []), ...(change.rentals ?? []).map(({ position }) => position)]
  if (named.some((position) => !booking.rentals.some((rental) => rental.position === position)))
    return err({ kind: "rental-gone" })

  const rentals: Rental[] = []
  for (const rental of booking.rentals) {
    if (change.removed?.includes(rental.position)) continue
    const requested = change.rentals?.find(({ position }) => position === rental.position)
    const changed = requested ? await changeRental(booking, rental, requested, at) : ok(rental)
    if (!changed.ok) return changed
    rentals.push(changed.value)
  }
  for (const order of change.added ?? []) {
    const position = await nextPosition(booking, rentals)
    const added = await quoteRental({ id: booking.userId }, order, { position, at, by: "owner" })
    if (!added.ok) return err(added.error as RentalProblem)
    rentals.push(added.value)
  }
  if (rentals.length === 0) return err({ kind: "last-rental" })
  const resolved = await resolvePlace(booking, change.place)
  if (!resolved.ok) return resolved
  const { zone, ...place } = resolved.value

  const tariff = await readTariff(booking.requestedAt)
  const rented = rentals.flatMap((rental) => linesOfRental(booking, rental, tariff))
  const agreed = toPrice([
    ...rented.filter(({ kind }) => kind !== "promo-code"),
    ...rented.filter(({ kind }) => kind === "promo-code"),
    ...deliveryLines(booking, { ...place, zone }),
    ...adjustmentsIn(booking.priceLines.lines),
    ...(change.line ? [change.line] : []),
  ])
  const supplement = agreed.total - booking.total
  const price =
    change.withoutSupplement && supplement > 0 ? toPrice([...agreed.lines, supplementGift(supplement)]) : agreed
  if (price.total < 0) return err({ kind: "below-zero", total: price.total })
  if (price.total > MAX_TO_PAY) return err({ kind: "too-much", total: price.total })
  const after: Proposal["after"] = {
    rentals,
    agreement: await adjustAgreement(booking, rentals),
    ...place,
    total: price.total,
    priceLines: toStoredPrice(price),
  }
  const comparison = priceChange(priceFrom(booking.priceLines), price)
  return ok({ booking, after, price: comparison, changed: findChangedParts(booking, after) })
}

async function readBooking(id: string): Promise<RentedBooking | null> {
  if (!isId(id)) return null
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
  return booking ? withRentals(booking) : null
}

async function changeRental(
  booking: RentedBooking,
  rental: Rental,
  requested: RentalChange,
  at: Date,
): Promise<Result<Rental, ProposalProblem>> {
  const product = await readProductWithOffers(rental.productId)
  if (!product) throw new Error(`Booking ${booking.id} has no product`)
  const ownDays = rentalDays(rental)
  const request = { days: requested.days ?? ownDays, plan: requested.plan ?? planChoiceOf(rental.plan) }
  const { weekdays } = rental.plan ?? usualDayPlan
  const terms = { ...product, plans: [planToMove(rental.plan)] }
  const rentable = rentableDays(terms, request, at, { by: "owner", own: ownDays })
  if (!rentable.ok) return rentable
  const period = periodOfDays(rentable.value.days)
  const moved = { ...rental, ...period, plan: agreedPlan({ ...rentable.value.plan, weekdays }) }
  const unavailable = await findUnavailableNewDays({ booking, rental, product }, moved, at)
  if (unavailable.length > 0) return err({ kind: "days-taken", days: unavailable })

  const photoPacks = requested.choice?.photoPacks ?? rental.photoPacks
  const packsProblem = photoPacks === rental.photoPacks ? null : checkPhotoPacks(photoPacks)
  if (packsProblem) return err({ kind: "choice-refused", problem: packsProblem })
  const options = requested.choice
    ? changedOptions(rental.options.items, product.offers, requested.choice.options)
    : ok(rental.options.items)
  if (!options.ok) return err({ kind: "choice-refused", problem: options.error })

  const parts = changedParts(rental, options.value, product.offers)
  const except = { bookingId: booking.id, position: rental.position }
  const rented = { days: rentalDays(period), plan: moved.plan }
  const missing = await findMissingAccessory(parts, rented, { customerId: booking.userId, at, by: "owner", except })
  if (missing) return err({ kind: "choice-refused", problem: missing })

  const tariff = changedTariff(
    { ...agreedTariff(rental), photoPacks: rental.photoPacks },
    toTariff(product),
    photoPacks,
  )
  const { photoPackPrice, photoPackQuantity } = tariff
  const { windows, ...shop } = await readPlacingTerms(product.id, firstDay(period))
  const changed = {
    ...moved,
    ...(isSameTime(moved, rental)
      ? {}
      : placeAnew({ ...rental, plan: moved.plan }, rentalDays(period), { ...shop, windows })),
    options: { items: options.value, total: 0 },
    parts,
    photoPacks,
    photoPackPrice,
    photoPackQuantity,
  }
  const { optionsTotal } = toPrice(rentalLines(toPricedRental(changed, null)))
  return ok({ ...changed, options: { items: options.value, total: optionsTotal } })
}

/** Agreed options keep their accessories, whatever became of them in the catalogue. */
function changedParts(rental: Rental, options: readonly BookedOption[], offers: readonly OptionOffer[]): RentalPart[] {
  const isAgreed = ({ id, quantity }: BookedOption) =>
    rental.options.items.some((item) => item.id === id && item.quantity === quantity)
  const agreed = new Set<string>(options.filter(isAgreed).map(({ id }) => id))
  return [
    ...(rental.parts ?? []).filter(({ optionId }) => optionId === null || agreed.has(optionId)),
    ...accessoriesOf(
      options.filter((option) => !isAgreed(option)),
      offers,
    ),
  ]
}

function placeAnew(rental: Rental, days: readonly Day[], { windows, ...shop }: PlacingTerms) {
  const periods = changedPeriods(rental, days, shop)
  return { periods, windows: windowsOfRental({ ...rental, periods }, windows) }
}

function supplementGift(supplement: Cents): AdjustmentLine {
  const gift = { id: randomUUID(), kind: "gift", name: "Sans supplément", amount: supplement } as const
  return adjustmentLine(gift, -supplement, "Changement de matériel de notre fait")
}

/** The deposit rises only by an added rental. */
async function adjustAgreement(
  { agreement, rentals: before }: RentedBooking,
  after: readonly Rental[],
): Promise<Booking["agreement"]> {
  const added = after.filter(({ position }) => !before.some((rental) => rental.position === position))
  if (!agreement || (added.length === 0 && before.length === after.length)) return agreement
  const agreedMost = agreement.securityDeposit + (await sumDepositsOfProducts(added))
  return { ...agreement, securityDeposit: Math.min(agreedMost, await sumDepositsOfProducts(after)) }
}

/** Contracts, requests and condition reports name rentals by position, so none is used again (D59). */
async function nextPosition(booking: RentedBooking, rentals: readonly Rental[]): Promise<number> {
  const { rows } = await db.execute<{ position: number }>(sql`
    select coalesce(max(position), 0)::integer as position from (
      select (rental ->> 'position')::integer as position
        from contracts, jsonb_array_elements(booked -> 'rentals') rental where booking_id = ${booking.id}
      union all select rental from date_change_requests where booking_id = ${booking.id}
      union all select (machine ->> 'rental')::integer
        from condition_reports, jsonb_array_elements(machines) machine where booking_id = ${booking.id}) used`)
  const used = rows.map(({ position }) => position)
  return Math.max(...used, ...[...booking.rentals, ...rentals].map(({ position }) => position)) + 1
}

/** An unchanged rental keeps the lines that were agreed; another one has the rules of today, at the request's lead time. */
function linesOfRental({ rentals, priceLines }: RentedBooking, rental: Rental, tariff: Tariff): PriceLine[] {
  const before = rentals.find(({ position }) => position === rental.position)
  const isUnchanged =
    before !== undefined &&
    isSameTime(before, rental) &&
    before.photoPacks === rental.photoPacks &&
    JSON.stringify(before.options.items) === JSON.stringify(rental.options.items)
  const agreed = priceLines.lines.filter((line) => line.rental === rental.position)
  return isUnchanged ? agreed : withAgreedCode(agreed, rentalLines(toPricedRental(rental, tariff)))
}

function deliveryLines({ isDelivery, deliveryFee, priceLines }: RentedBooking, after: QuotedPlace): PriceLine[] {
  if (!after.isDelivery) return []
  const agreed = priceLines.lines.filter(({ kind }) => kind === "delivery")
  return isDelivery && deliveryFee === after.deliveryFee && agreed.length > 0
    ? agreed
    : [deliveryLine(after.deliveryFee, after.zone)]
}

type RentedProduct = { booking: Pick<Booking, "id" | "userId">; rental: Rental; product: ProductForRent }

/** The rental's own days stay allowed, even past or closed ones. */
async function findUnavailableNewDays(rented: RentedProduct, moved: Rental, at: Date): Promise<Day[]> {
  const { rental } = rented
  if (isSameTime(moved, rental)) return []
  const days = rentalDays(moved)
  const calendar = await readCalendarForRental(rented, { from: firstDay(moved), to: lastDay(moved), at })
  if (moved.plan && moved.plan.kind !== "day") return unavailableDays(days, calendar, moved.plan)
  const unavailable = days.filter((day) => !includesDay(rental, day) && customerDay(day, calendar) !== "free")
  return unavailable.length > 0 ? unavailable : daysWithoutWholeUnit(daysPlacedAnew(rental, days), calendar)
}

/** The rental's own units count as free. */
export async function readCalendarForRental(
  { booking, rental, product }: RentedProduct,
  { from, to, at, by = "owner" }: { from: Day; to: Day; at: Date; by?: RequestedBy },
): Promise<ProductCalendar> {
  const except = { bookingId: booking.id, position: rental.position }
  const calendar = await readProductCalendar(product, from, to, { customerId: booking.userId, at, by, except })
  return {
    ...calendar,
    blocked: new Set([...calendar.blocked].filter((day) => !includesDay(rental, day))),
  }
}

type Place = Pick<
  Booking,
  "isDelivery" | "address" | "distance" | "distanceToConfirm" | "addressPrecision" | "addressCentre" | "deliveryFee"
>

type QuotedPlace = Place & { zone?: string | undefined }

async function resolvePlace(
  booking: Booking,
  place: BookingChange["place"],
): Promise<Result<QuotedPlace, ProposalProblem>> {
  const { isDelivery, address, distance, distanceToConfirm, addressPrecision, addressCentre, deliveryFee } = booking
  const current = { isDelivery, address, distance, distanceToConfirm, addressPrecision, addressCentre, deliveryFee }
  if (!place) return ok(current)
  if (!isComplete(place.address)) return err({ kind: "address-incomplete" })
  const measured = place.distanceKm !== null && (place.distanceKm !== distance || distanceToConfirm)
  const isUnmoved = place.isDelivery === isDelivery && isSamePlace(place.address, address) && !measured
  if (isUnmoved) return ok({ ...current, address: place.address })
  const pickUp = { isDelivery: false, distance: 0, distanceToConfirm: false, deliveryFee: 0 }
  if (!place.isDelivery) return ok({ ...pickUp, address: place.address, addressPrecision: null, addressCentre: null })
  return quotePlace(place.address, place.distanceKm)
}

async function quotePlace(
  address: BookingAddress,
  distanceKm: number | null,
): Promise<Result<QuotedPlace, ProposalProblem>> {
  const quote = await quoteForAddress(address, distanceKm)
  if (quote.kind === "too-far") return err(quote)
  return ok({
    isDelivery: true,
    address,
    distance: quote.distanceKm,
    distanceToConfirm: quote.kind === "to-confirm",
    addressPrecision: quote.precision,
    addressCentre: quote.kind === "quoted" ? (quote.centre ?? null) : null,
    deliveryFee: quote.fee,
    zone: zoneOf(quote),
  })
}

function findChangedParts(booking: RentedBooking, after: Proposal["after"]): Proposal["changed"] {
  const remaining = after.rentals.flatMap((rental) => {
    const before = booking.rentals.find(({ position }) => position === rental.position)
    return before ? [{ before, rental }] : []
  })
  const dates = remaining.some(({ before, rental }) => !isSameTime(before, rental))
  const options = remaining.some(({ before, rental }) => choiceKey(before) !== choiceKey(rental))
  const place =
    booking.isDelivery !== after.isDelivery ||
    booking.distance !== after.distance ||
    booking.distanceToConfirm !== after.distanceToConfirm ||
    !isSamePlace(booking.address, after.address) ||
    booking.address.placeName !== after.address.placeName ||
    booking.address.instructions !== after.address.instructions
  const positions = (rentals: readonly Rental[]) => rentals.map(({ position }) => position).join()
  return [
    ...(positions(booking.rentals) === positions(after.rentals) ? [] : ["rentals" as const]),
    ...(dates ? ["dates" as const] : []),
    ...(options ? ["options" as const] : []),
    ...(place ? ["place" as const] : []),
  ]
}

/** Days and, by the hour, start and extra hours. */
function isSameTime(one: Rental, other: Rental): boolean {
  return isSamePeriod(one, other) && isSamePlanChoice(one.plan, other.plan)
}

function choiceKey({ options, photoPacks, photoPackPrice }: Rental): string {
  const chosen = options.items.map(({ id, quantity, price }) => `${id}×${quantity}×${price}`)
  return [...chosen, photoPacks > 0 ? `${photoPacks}×${photoPackPrice}` : ""].join()
}
