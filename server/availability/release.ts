import { sql } from "drizzle-orm"
import type { BookingId } from "../../domain/id.ts"
import { withPreparation } from "../../domain/availability/units.ts"
import type { Transaction } from "../platform/database.server.ts"
import { type RentalClaim, findClaims, releaseClaims } from "./booked-units.ts"
import { insertClaims } from "./ranges.ts"
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
  { id, rentals }: { id: BookingId; rentals: readonly RentalDays[] },
  at: Date,
): Promise<void> {
  const stocks = await readStocks(tx, rentals)
  const held = await findClaims(tx, id)
  const freed = new Set(held)
  for (const { position, productId, dates } of rentals) {
    const own = held.filter((claim) => claim.rental === position)
    const rented = dates.map((day) => {
      const onDay = own.filter((claim) => claim.day === day)
      const claim = onDay.find(({ role }) => role === "rental") ?? onDay[0]
      if (!claim) throw new Error(`Booking ${id} does not hold ${day}`)
      return { unit: claim.unit, day }
    })
    const remaining = withPreparation(rented, stocks.get(productId))
    const roles = new Map(remaining.map(({ unit, day, role }) => [`${unit}/${day}`, role]))
    const changed = own.flatMap((claim) => {
      const role = roles.get(`${claim.unit}/${claim.day}`)
      if (role === claim.role) freed.delete(claim)
      return role === undefined || role === claim.role ? [] : [{ ...claim, role }]
    })
    if (changed.length === 0) continue
    await releaseClaims(tx, id, changed)
    for (const claim of own) if (roles.has(`${claim.unit}/${claim.day}`)) freed.delete(claim)
    const occupant = { kind: "booking", bookingId: id, rental: position } as const
    await insertClaims(tx, [{ productId, occupant, claims: changed }])
  }
  await releaseClaims(tx, id, [...freed])
  await reuseUnits(tx, [...freed], at)
}

async function reuseUnits(tx: Transaction, claims: readonly RentalClaim[], at: Date): Promise<void> {
  const productIds = [...new Set(claims.map(({ productId }) => productId))].sort()
  await reuseFreeUnits(tx, { productIds, days: claims.map(({ day }) => day), at })
}
