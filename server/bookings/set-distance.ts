import { and, desc, eq } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import { type BookingStatus, effectiveStatus } from "../../domain/booking/status.ts"
import { findZone } from "../../domain/delivery/zone.ts"
import { quoteDelivery } from "../../domain/delivery/delivery.ts"
import type { BookingId } from "../../domain/id.ts"
import { toStoredPrice, withDelivery } from "../../domain/pricing/stored-price.ts"
import type { Cents } from "../../domain/money.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { listDeliveryZones } from "../shop/settings/delivery-zones.ts"
import { toDeliveryRule, readFinanceSettings } from "../shop/settings/queries.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { DISTANCE_SET } from "../booking-record/booking-rows.ts"
import type { Booking } from "../booking-record/booking.ts"
import { lockBooking } from "../booking-record/lock-booking.ts"

type DistanceEntry = {
  distanceKm: number
  /** Compare-and-set; null while to be confirmed. */
  expectedKm: number | null
}

export type DistanceProblem =
  | { kind: "not-found" }
  | { kind: "not-a-distance" }
  | { kind: "not-pending"; status: BookingStatus }
  | { kind: "not-asked" }
  | { kind: "changed"; distanceKm: number; by: string; at: Date }
  | { kind: "too-far"; distanceKm: number; maximumKm: number }
  | { kind: "below-zero" }

const MAX_ROUND_TRIP_KM = 40_030

export async function setDistance(
  actor: Staff,
  id: BookingId,
  { distanceKm, expectedKm }: DistanceEntry,
  at: Date = new Date(),
): Promise<Result<Booking, DistanceProblem>> {
  if (!isRoundTrip(distanceKm)) return err({ kind: "not-a-distance" })
  return transaction(async (tx) => {
    const booking = await lockBooking(tx, id)
    if (!booking) return err({ kind: "not-found" })
    const problem = await findProblem(tx, booking, expectedKm, at)
    if (problem) return err(problem)
    const zone = findZone(await listDeliveryZones(tx), { zipCode: booking.address.zipCode, distanceKm })
    const quote = quoteDelivery(distanceKm, toDeliveryRule(await readFinanceSettings(tx)), zone)
    if (quote.kind === "too-far") return err(quote)
    return writeDelivery(tx, {
      actor,
      booking,
      delivery: { distanceKm, deliveryFee: quote.fee, ...(zone && { zone: zone.name }) },
      at,
    })
  })
}

/** A free delivery needs no distance (D11). */
export async function offerDelivery(
  actor: Staff,
  id: BookingId,
  expectedKm: number | null,
  at: Date = new Date(),
): Promise<Result<Booking, DistanceProblem>> {
  return transaction(async (tx) => {
    const booking = await lockBooking(tx, id)
    if (!booking) return err({ kind: "not-found" })
    const problem = await findProblem(tx, booking, expectedKm, at)
    if (problem) return err(problem)
    return writeDelivery(tx, { actor, booking, delivery: { distanceKm: 0, deliveryFee: 0, offered: true }, at })
  })
}

type Delivery = { distanceKm: number; deliveryFee: Cents; zone?: string; offered?: true }

async function writeDelivery(
  tx: Transaction,
  { actor, booking, delivery, at }: { actor: Staff; booking: Booking; delivery: Delivery; at: Date },
): Promise<Result<Booking, DistanceProblem>> {
  const { distanceKm, deliveryFee } = delivery
  const price = withDelivery(booking.priceLines, deliveryFee, delivery.zone)
  const { total } = price
  if (total < 0) return err({ kind: "below-zero" })
  const [updated] = await tx
    .update(bookings)
    .set({
      distance: distanceKm,
      distanceToConfirm: false,
      addressPrecision: null,
      addressCentre: null,
      deliveryFee,
      total,
      priceLines: toStoredPrice(price),
    })
    .where(eq(bookings.id, booking.id))
    .returning()
  if (!updated) throw new Error(`Booking ${booking.id} was locked, then gone`)
  await recordEvent(tx, {
    by: actor,
    action: DISTANCE_SET,
    subject: booking.id,
    details: { ...delivery, total, totalBefore: booking.total },
    at,
  })
  return ok(updated)
}

function isRoundTrip(distanceKm: number): boolean {
  return Number.isInteger(distanceKm) && distanceKm >= 0 && distanceKm <= MAX_ROUND_TRIP_KM
}

async function findProblem(
  tx: Transaction,
  booking: Booking,
  expectedKm: number | null,
  at: Date,
): Promise<DistanceProblem | null> {
  const status = effectiveStatus(booking, at)
  if (status !== "pending") return { kind: "not-pending", status }
  if (!booking.isDelivery) return { kind: "not-asked" }
  if (booking.distanceToConfirm) return null
  const [lastEntry] = await tx
    .select({ by: recordedEvents.actorName, at: recordedEvents.at })
    .from(recordedEvents)
    .where(and(eq(recordedEvents.bookingId, booking.id), eq(recordedEvents.action, DISTANCE_SET)))
    .orderBy(desc(recordedEvents.id))
    .limit(1)
  if (!lastEntry) return { kind: "not-asked" }
  return booking.distance === expectedKm ? null : { kind: "changed", distanceKm: booking.distance, ...lastEntry }
}
