import { createHash } from "node:crypto"
import type { findBooking } from "../../../server/outside/api/paged-lists.ts"
import { type Price, linesOfRental, sumOfLines } from "../../../domain/pricing/price.ts"
import { planChoiceOf } from "../../../domain/pricing/rate-plan.ts"
import type { RentalPart } from "../../../domain/rental/parts.ts"
import { type Rental, rentalDays } from "../../../domain/rental/rental.ts"

export function bodyEtag(body: string): string {
  return createHash("sha256").update(body).digest("base64url").slice(0, 22)
}

/** Compressing proxies make ETags weak; they still name the same state. */
export function matchesEtag(header: string, etag: string): boolean {
  return header.split(",").some((each) => ["*", `"${etag}"`, `W/"${etag}"`].includes(each.trim()))
}

export function toPriceLines({ lines }: Price) {
  return lines.map(({ kind, label, amount, rental }) => ({ kind, label, amount, rental: rental ?? null }))
}

function toOptions(rental: Rental | undefined) {
  return (rental?.options.items ?? []).map(({ id, name, price, quantity, isOnce = false }) => ({
    id,
    name,
    price,
    quantity,
    isOnce,
  }))
}

export function toParts(parts: readonly RentalPart[]) {
  return parts.map(({ productId, name, units }) => ({ productId, name, units }))
}

function toRentalAnswer(rental: Rental, { lines }: Price) {
  const [first, last] = [rental.periods[0], rental.periods.at(-1)]
  if (!first || !last) throw new Error("A rental has a period at least")
  return {
    position: rental.position,
    product: { id: rental.productId, name: rental.productName },
    parts: toParts(rental.parts ?? []),
    plan: rental.plan ? { ...planChoiceOf(rental.plan), name: rental.plan.name } : null,
    days: [...rentalDays(rental)],
    start: new Date(first.from).toISOString(),
    end: new Date(last.until).toISOString(),
    options: toOptions(rental),
    photoPacks: rental.photoPacks,
    amount: sumOfLines(linesOfRental(lines, rental)),
  }
}

export type BookingAnswer = ReturnType<typeof toBookingAnswer>

export function toBookingAnswer(booking: NonNullable<Awaited<ReturnType<typeof findBooking>>>) {
  const [first] = booking.rentals
  return {
    id: booking.id,
    number: booking.number,
    status: booking.status,
    customerId: booking.customerId,
    rentals: booking.rentals.map((rental) => toRentalAnswer(rental, booking.price)),
    product: { id: booking.productId, name: first?.productName ?? booking.productName },
    days: [...rentalDays(booking)],
    isDelivery: booking.isDelivery,
    address: {
      placeName: booking.address.placeName ?? "",
      street: booking.address.street,
      zipCode: booking.address.zipCode,
      city: booking.address.city,
      instructions: booking.address.instructions,
    },
    distanceToConfirm: booking.distanceToConfirm,
    options: toOptions(first),
    photoPacks: first?.photoPacks ?? 0,
    priceLines: toPriceLines(booking.price),
    total: booking.total,
    paymentStatus: booking.paymentStatus,
    createdAt: booking.createdAt.toISOString(),
    confirmedAt: booking.confirmedAt?.toISOString() ?? null,
    isInstant: booking.isInstant,
    isExample: booking.isExample,
    isDemonstration: booking.isDemonstration,
  }
}
