import type { Booking } from "../booking-record/booking.ts"
import { eq } from "drizzle-orm"
import { type ProductCalendar, customerDay } from "../../domain/availability/calendar.ts"
import { type BookingAddress, tariffAgreed } from "../../domain/booking/booking.ts"
import { type PriceChange, changedOptions, changedTariff, priceChange } from "../../domain/booking/edit.ts"
import { type BookingStatus, occupiesDays, statusAt } from "../../domain/booking/status.ts"
import { type AskedBy, rentableDays } from "../../domain/availability/rentable-days.ts"
import type { Day } from "../../domain/day.ts"
import type { SharedDelivery } from "../../domain/delivery/together.ts"
import { placeOf } from "../../domain/booking/travelling.ts"
import { type BookingId, isId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import {
  type ChoiceProblem,
  type OptionChoice,
  type PriceLine,
  checkPhotoPacks,
  priceOf,
} from "../../domain/pricing/price.ts"
import { keepAdjustments } from "../../domain/pricing/adjustment.ts"
import { priceFrom, sharedDeliveryIn, storedPrice, withDelivery } from "../../domain/pricing/stored-price.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { findClaims } from "../availability/booked-units.ts"
import type { DaysRefused } from "../availability/check-days.ts"
import { productCalendar } from "../availability/queries.ts"
import { type ProductForRent, productWithOffers, tariffOf } from "../catalog/queries.ts"
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

/** What is changed of a booking; what is not named stays. */
export type BookingChange = {
  days?: readonly Day[]
  choice?: { options: readonly OptionChoice[]; photoPacks: number }
  /** `distanceKm`: the round trip as the owner knows it; null to work it out from the address. */
  place?: { isDelivery: boolean; address: BookingAddress; distanceKm: number | null }
}

export type ProposalProblem =
  | { kind: "not-found" }
  | { kind: "not-editable"; status: BookingStatus }
  | DaysRefused
  | { kind: "choice-refused"; problem: ChoiceProblem }
  | { kind: "address-incomplete" }
  | { kind: "too-far"; distanceKm: number; maximumKm: number }
  | { kind: "too-much"; total: Cents }
  /** The owner's discounts come to more than what is left. */
  | { kind: "below-zero"; total: Cents }

/** What a change would make of a booking. */
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
  /** Which parts are not as before. */
  changed: ("dates" | "options" | "place")[]
}

/**
 * Works out what a change costs and whether it can be had; writes nothing. What was agreed keeps its price, what is new
 * has today's (docs/decisions/0007). The address is placed here, outside of any transaction.
 */
export async function proposeEdit(
  id: BookingId,
  change: BookingChange,
  at: Date,
): Promise<Result<Proposal, ProposalProblem>> {
  const booking = await readBooking(id)
  if (!booking) return err({ kind: "not-found" })
  const status = statusAt(booking, at)
  if (!occupiesDays(status)) return err({ kind: "not-editable", status })
  const product = await productWithOffers(booking.productId)
  if (!product) throw new Error(`Booking ${id} has no product`)

  const rentable = rentableDays(product, change.days ?? rentalDays(booking), at, {
    by: "owner",
    own: rentalDays(booking),
  })
  if (!rentable.ok) return rentable
  const days = rentable.value
  const taken = await newDaysTaken(booking, product, days, at)
  if (taken.length > 0) return err({ kind: "days-taken", days: taken })

  const photoPacks = change.choice?.photoPacks ?? booking.photoPacks
  const packs = photoPacks === booking.photoPacks ? null : checkPhotoPacks(photoPacks)
  if (packs) return err({ kind: "choice-refused", problem: packs })
  const options = change.choice
    ? changedOptions(booking.options.items, product.offers, change.choice.options)
    : ok(booking.options.items)
  if (!options.ok) return err({ kind: "choice-refused", problem: options.error })

  const place = await changedPlace(booking, change.place)
  if (!place.ok) return place

  const agreed = tariffAgreed(booking)
  const tariff = changedTariff({ ...agreed, photoPacks: booking.photoPacks }, tariffOf(product), photoPacks)
  const travels = await sharedAfter(booking, days, place.value)
  if (!travels.ok) return travels
  const { shared } = travels.value
  const deliveryFee = travels.value.place.isDelivery ? travels.value.place.deliveryFee : null
  const sameChoice =
    days.length === numberOfDays(booking) &&
    photoPacks === booking.photoPacks &&
    JSON.stringify(options.value) === JSON.stringify(booking.options.items)
  // What is not touched is not priced again: its lines are those that were agreed.
  const price = sameChoice
    ? withDelivery(booking.priceLines, deliveryFee, shared)
    : keepAdjustments(
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
    ...travels.value.place,
    total: price.total,
    priceLines: storedPrice(price),
  }
  const compared = priceChange(priceFrom(booking.priceLines), price)
  return ok({ booking, after, price: compared, changed: partsChanged(booking, after, compared) })
}

async function readBooking(id: string): Promise<Booking | null> {
  if (!isId(id)) return null
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
  return booking ?? null
}

/** The days that come new must be free; those that the booking has are its own, even past or closed since. */
async function newDaysTaken(booking: Booking, product: ProductForRent, days: readonly Day[], at: Date): Promise<Day[]> {
  const wanted = periodOfDays(days)
  if (isSamePeriod(wanted, booking)) return []
  const calendar = await calendarFor(booking, { product, from: firstDay(wanted), to: lastDay(wanted), at })
  return days.filter((day) => !includesDay(booking, day) && customerDay(day, calendar) !== "free")
}

/** A product's days as they may be given to a booking: what that booking occupies itself is free. */
export async function calendarFor(
  booking: Pick<Booking, "id" | "userId">,
  { product, from, to, at, by = "owner" }: { product: ProductForRent; from: Day; to: Day; at: Date; by?: AskedBy },
): Promise<ProductCalendar> {
  const calendar = await productCalendar(product, from, to, { customerId: booking.userId, at, by })
  const own = await findClaims(db, booking.id)
  const places = new Set(own.map(({ unit, day }) => `${unit}/${day}`))
  return { ...calendar, taken: calendar.taken.filter(({ unit, day }) => !places.has(`${unit}/${day}`)) }
}

type Place = Pick<
  Booking,
  "isDelivery" | "address" | "distance" | "distanceToConfirm" | "addressPrecision" | "addressCentre" | "deliveryFee"
>

async function changedPlace(booking: Booking, place: BookingChange["place"]): Promise<Result<Place, ProposalProblem>> {
  const { isDelivery, address, distance, distanceToConfirm, addressPrecision, addressCentre, deliveryFee } = booking
  const kept = { isDelivery, address, distance, distanceToConfirm, addressPrecision, addressCentre, deliveryFee }
  if (!place) return ok(kept)
  if (!isComplete(place.address)) return err({ kind: "address-incomplete" })
  const measured = place.distanceKm !== null && (place.distanceKm !== distance || distanceToConfirm)
  const same = place.isDelivery === isDelivery && placeOf(place.address) === placeOf(address) && !measured
  if (same) return ok({ ...kept, address: place.address })
  const pickUp = { isDelivery: false, distance: 0, distanceToConfirm: false, deliveryFee: 0 }
  if (!place.isDelivery) return ok({ ...pickUp, address: place.address, addressPrecision: null, addressCentre: null })
  return deliveryTo(place.address, place.distanceKm)
}

async function deliveryTo(address: BookingAddress, distanceKm: number | null): Promise<Result<Place, ProposalProblem>> {
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

/**
 * A delivery that is shared with other bookings of the order stays so while days and address do (D48). A booking that
 * goes its own way pays its own delivery from then on, and one that carried the fee keeps it.
 */
async function sharedAfter(
  booking: Booking,
  days: readonly Day[],
  place: Place,
): Promise<Result<{ place: Place; shared: SharedDelivery | null }, ProposalProblem>> {
  const shared = sharedDeliveryIn(booking.priceLines)
  if (shared === null || !place.isDelivery) return ok({ place, shared: null })
  const moved = !isSamePeriod(periodOfDays(days), booking) || placeOf(place.address) !== placeOf(booking.address)
  if (!moved)
    return ok({ place: shared.counted ? place : { ...place, deliveryFee: 0, distanceToConfirm: false }, shared })
  // Nothing was counted for it so far. At another address its own was worked out already.
  const own = placeOf(place.address) !== placeOf(booking.address)
  if (shared.counted || own) return ok({ place, shared: null })
  const quoted = await deliveryTo(place.address, place.distance === 0 ? null : place.distance)
  return quoted.ok ? ok({ place: quoted.value, shared: null }) : quoted
}

function partsChanged(booking: Booking, after: Proposal["after"], { lines }: PriceChange): Proposal["changed"] {
  const chosen = lines.filter(({ before, after: line }) => isChoice(before ?? line))
  const options = chosen.some(
    ({ before, after: line }) => before?.quantity !== line?.quantity || before?.unitPrice !== line?.unitPrice,
  )
  const place =
    booking.isDelivery !== after.isDelivery ||
    booking.distance !== after.distance ||
    booking.distanceToConfirm !== after.distanceToConfirm ||
    placeOf(booking.address) !== placeOf(after.address) ||
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
