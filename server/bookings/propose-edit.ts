import type { Booking } from "../booking-record/booking.ts"
import { eq } from "drizzle-orm"
import { type ProductCalendar, customerDay } from "../../domain/availability/calendar.ts"
import { daysWithoutUnit } from "../../domain/availability/units.ts"
import { type BookingAddress, agreedTariff } from "../../domain/booking/booking.ts"
import { type PriceChange, changedOptions, changedTariff, priceChange } from "../../domain/booking/edit.ts"
import { type BookingStatus, occupiesDays, effectiveStatus } from "../../domain/booking/status.ts"
import { type RequestedBy, rentableDays } from "../../domain/availability/rentable-days.ts"
import type { Day } from "../../domain/day.ts"
import type { SharedDelivery } from "../../domain/delivery/shared-deliveries.ts"
import { deliveryPlace } from "../../domain/booking/shared-delivery.ts"
import { type BookingId, isId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import {
  type ChoiceProblem,
  type OptionChoice,
  type PriceLine,
  checkPhotoPacks,
  priceOf,
} from "../../domain/pricing/price.ts"
import { carryOverAdjustments } from "../../domain/pricing/adjustment.ts"
import { priceFrom, sharedDeliveryIn, toStoredPrice, withDelivery } from "../../domain/pricing/stored-price.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { findClaims } from "../availability/booked-units.ts"
import type { DaysRefusal } from "../availability/check-days.ts"
import { readProductCalendar } from "../availability/queries.ts"
import { type ProductForRent, readProductWithOffers, toTariff } from "../catalog/queries.ts"
import { db } from "../platform/database.server.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { quoteForAddress } from "./delivery-quote.ts"
import { isComplete } from "./draft.ts"
import { MAX_TO_PAY } from "../../domain/pricing/price.ts"
import {
  periodOfDays,
  rentalDays,
  numberOfDays,
  includesDay,
  isSamePeriod,
  firstDay,
  lastDay,
} from "../../domain/rental/rental.ts"

export type BookingChange = {
  days?: readonly Day[]
  choice?: { options: readonly OptionChoice[]; photoPacks: number }
  /** null computes the round trip from the address. */
  place?: { isDelivery: boolean; address: BookingAddress; distanceKm: number | null }
}

export type ProposalProblem =
  | { kind: "not-found" }
  | { kind: "not-editable"; status: BookingStatus }
  | DaysRefusal
  | { kind: "choice-refused"; problem: ChoiceProblem }
  | { kind: "address-incomplete" }
  | { kind: "too-far"; distanceKm: number; maximumKm: number }
  | { kind: "too-much"; total: Cents }
  | { kind: "below-zero"; total: Cents }

export type Proposal = {
  booking: Booking
  after: Pick<
    Booking,
    | "dates"
    | "options"
    | "photoPacks"
    | "photoPackPrice"
    | "photoPackQuantity"
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
  changed: ("dates" | "options" | "place")[]
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
  const product = await readProductWithOffers(booking.productId)
  if (!product) throw new Error(`Booking ${id} has no product`)

  const rentable = rentableDays(product, change.days ?? rentalDays(booking), at, {
    by: "owner",
    own: rentalDays(booking),
  })
  if (!rentable.ok) return rentable
  const days = rentable.value
  const unavailable = await findUnavailableNewDays(booking, product, days, at)
  if (unavailable.length > 0) return err({ kind: "days-taken", days: unavailable })

  const photoPacks = change.choice?.photoPacks ?? booking.photoPacks
  const packsProblem = photoPacks === booking.photoPacks ? null : checkPhotoPacks(photoPacks)
  if (packsProblem) return err({ kind: "choice-refused", problem: packsProblem })
  const options = change.choice
    ? changedOptions(booking.options.items, product.offers, change.choice.options)
    : ok(booking.options.items)
  if (!options.ok) return err({ kind: "choice-refused", problem: options.error })

  const place = await resolvePlace(booking, change.place)
  if (!place.ok) return place

  const tariffInForce = agreedTariff(booking)
  const tariff = changedTariff({ ...tariffInForce, photoPacks: booking.photoPacks }, toTariff(product), photoPacks)
  const delivery = await resolveSharedDelivery(booking, days, place.value)
  if (!delivery.ok) return delivery
  const { shared } = delivery.value
  const deliveryFee = delivery.value.place.isDelivery ? delivery.value.place.deliveryFee : null
  const isSameChoice =
    days.length === numberOfDays(booking) &&
    photoPacks === booking.photoPacks &&
    JSON.stringify(options.value) === JSON.stringify(booking.options.items)
  const price = isSameChoice
    ? withDelivery(booking.priceLines, deliveryFee, shared)
    : carryOverAdjustments(
        priceOf({ product: tariff, days: days.length, options: options.value, photoPacks, deliveryFee, shared }),
        booking.priceLines,
      )
  if (price.total < 0) return err({ kind: "below-zero", total: price.total })
  if (price.total > MAX_TO_PAY) return err({ kind: "too-much", total: price.total })
  const { photoPackPrice, photoPackQuantity } = tariff
  const after: Proposal["after"] = {
    dates: days,
    options: { items: options.value, total: price.optionsTotal },
    photoPacks,
    photoPackPrice,
    photoPackQuantity,
    ...delivery.value.place,
    total: price.total,
    priceLines: toStoredPrice(price),
  }
  const comparison = priceChange(priceFrom(booking.priceLines), price)
  return ok({ booking, after, price: comparison, changed: findChangedParts(booking, after, comparison) })
}

async function readBooking(id: string): Promise<Booking | null> {
  if (!isId(id)) return null
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
  return booking ?? null
}

/** The booking's own days stay allowed, even past or closed ones. */
async function findUnavailableNewDays(
  booking: Booking,
  product: ProductForRent,
  days: readonly Day[],
  at: Date,
): Promise<Day[]> {
  const period = periodOfDays(days)
  if (isSamePeriod(period, booking)) return []
  const calendar = await readCalendarForBooking(booking, { product, from: firstDay(period), to: lastDay(period), at })
  const unavailable = days.filter((day) => !includesDay(booking, day) && customerDay(day, calendar) !== "free")
  return unavailable.length > 0 ? unavailable : daysWithoutUnit(days, calendar.stock, calendar.busyUnits)
}

export async function readCalendarForBooking(
  booking: Pick<Booking, "id" | "userId">,
  { product, from, to, at, by = "owner" }: { product: ProductForRent; from: Day; to: Day; at: Date; by?: RequestedBy },
): Promise<ProductCalendar> {
  const calendar = await readProductCalendar(product, from, to, { customerId: booking.userId, at, by })
  const ownClaims = await findClaims(db, booking.id)
  const ownUnits = new Set(ownClaims.map(({ unit, day }) => `${unit}/${day}`))
  return { ...calendar, busyUnits: calendar.busyUnits.filter(({ unit, day }) => !ownUnits.has(`${unit}/${day}`)) }
}

type Place = Pick<
  Booking,
  "isDelivery" | "address" | "distance" | "distanceToConfirm" | "addressPrecision" | "addressCentre" | "deliveryFee"
>

async function resolvePlace(booking: Booking, place: BookingChange["place"]): Promise<Result<Place, ProposalProblem>> {
  const { isDelivery, address, distance, distanceToConfirm, addressPrecision, addressCentre, deliveryFee } = booking
  const current = { isDelivery, address, distance, distanceToConfirm, addressPrecision, addressCentre, deliveryFee }
  if (!place) return ok(current)
  if (!isComplete(place.address)) return err({ kind: "address-incomplete" })
  const measured = place.distanceKm !== null && (place.distanceKm !== distance || distanceToConfirm)
  const isSamePlace =
    place.isDelivery === isDelivery && deliveryPlace(place.address) === deliveryPlace(address) && !measured
  if (isSamePlace) return ok({ ...current, address: place.address })
  const pickUp = { isDelivery: false, distance: 0, distanceToConfirm: false, deliveryFee: 0 }
  if (!place.isDelivery) return ok({ ...pickUp, address: place.address, addressPrecision: null, addressCentre: null })
  return quotePlace(place.address, place.distanceKm)
}

async function quotePlace(address: BookingAddress, distanceKm: number | null): Promise<Result<Place, ProposalProblem>> {
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
  })
}

/** Shared while days and address match (D48). */
async function resolveSharedDelivery(
  booking: Booking,
  days: readonly Day[],
  place: Place,
): Promise<Result<{ place: Place; shared: SharedDelivery | null }, ProposalProblem>> {
  const shared = sharedDeliveryIn(booking.priceLines)
  if (shared === null || !place.isDelivery) return ok({ place, shared: null })
  const moved =
    !isSamePeriod(periodOfDays(days), booking) || deliveryPlace(place.address) !== deliveryPlace(booking.address)
  if (!moved)
    return ok({ place: shared.counted ? place : { ...place, deliveryFee: 0, distanceToConfirm: false }, shared })
  const hasOwnFee = deliveryPlace(place.address) !== deliveryPlace(booking.address)
  if (shared.counted || hasOwnFee) return ok({ place, shared: null })
  const quoted = await quotePlace(place.address, place.distance === 0 ? null : place.distance)
  return quoted.ok ? ok({ place: quoted.value, shared: null }) : quoted
}

function findChangedParts(booking: Booking, after: Proposal["after"], { lines }: PriceChange): Proposal["changed"] {
  const chosen = lines.filter(({ before, after: line }) => isChoice(before ?? line))
  const options = chosen.some(
    ({ before, after: line }) => before?.quantity !== line?.quantity || before?.unitPrice !== line?.unitPrice,
  )
  const place =
    booking.isDelivery !== after.isDelivery ||
    booking.distance !== after.distance ||
    booking.distanceToConfirm !== after.distanceToConfirm ||
    deliveryPlace(booking.address) !== deliveryPlace(after.address) ||
    booking.address.placeName !== after.address.placeName ||
    booking.address.instructions !== after.address.instructions
  return [
    ...(isSamePeriod(booking, after) ? [] : ["dates" as const]),
    ...(options ? ["options" as const] : []),
    ...(place ? ["place" as const] : []),
  ]
}

function isChoice(line: PriceLine | null): boolean {
  return line !== null && line.kind !== "product" && line.kind !== "delivery"
}
