import { sql } from "drizzle-orm"
import type { BookingId } from "../../domain/id.ts"
import { type BusyUnit, withPreparation } from "../../domain/availability/units.ts"
import { type AgreedHours, hoursOfRental, toPlacedTimes } from "../../domain/rental/periods.ts"
import type { Transaction } from "../platform/database.server.ts"
import { type RentalClaim, findClaims } from "./booked-units.ts"
import { readHeldDays } from "./claim.ts"
import { type UnitClaims, insertClaims } from "./ranges.ts"
import { reuseFreeUnits } from "./rehouse.ts"
import { type RentalDays, readStocks } from "./rentals.ts"

export async function releaseBookingDays(tx: Transaction, bookingId: BookingId, at: Date): Promise<RentalClaim[]> {
  const claims = await findClaims(tx, bookingId)
  await tx.execute(sql`delete from occupancy where booking_id = ${bookingId}`)
  await reuseUnits(tx, claims, at)
  return claims
}

/** Throws when the booking does not hold a day of its rentals. */
export async function releaseOtherDays(
  tx: Transaction,
  { id, rentals, hours }: { id: BookingId; rentals: readonly RentalDays[]; hours: AgreedHours },
  at: Date,
): Promise<void> {
  const stocks = await readStocks(tx, rentals)
  const held = await findClaims(tx, id)
  const remaining: UnitClaims[] = []
  for (const rental of rentals) {
    const { position, productId, periods } = rental
    const stock = stocks.get(productId)
    const own = toPlacedTimes(periods, stock, hoursOfRental(rental, rentals, hours))
    const previous = held.filter((claim) => claim.rental === position)
    const days = await readHeldDays(tx, { productId, days: [], own })
    const rented = days.map((day) => {
      const onDay = previous.filter((claim) => claim.day === day)
      const claim = onDay.find(({ role }) => role === "rental") ?? onDay[0]
      if (!claim) throw new Error(`Booking ${id} does not hold ${day}`)
      return { unit: claim.unit, day }
    })
    const previousPlaces = new Set(previous.map(placeKey))
    const claims = withPreparation(rented, stock).filter((claim) => previousPlaces.has(placeKey(claim)))
    remaining.push({ productId, occupant: { kind: "booking", bookingId: id, rental: position }, claims, own })
  }
  await tx.execute(sql`delete from occupancy where booking_id = ${id}`)
  await insertClaims(tx, remaining)
  const places = new Set(
    remaining.flatMap(({ productId, claims }) => claims.map((claim) => `${productId} ${placeKey(claim)}`)),
  )
  const freed = held.filter((claim) => !places.has(`${claim.productId} ${placeKey(claim)}`))
  await reuseUnits(tx, freed, at)
}

function placeKey({ unit, day }: BusyUnit): string {
  return `${unit}/${day}`
}

async function reuseUnits(tx: Transaction, claims: readonly RentalClaim[], at: Date): Promise<void> {
  const productIds = [...new Set(claims.map(({ productId }) => productId))].sort()
  await reuseFreeUnits(tx, { productIds, days: claims.map(({ day }) => day), at })
}
