import { sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { type Claim, withPreparation } from "../../domain/availability/units.ts"
import type { Day } from "../../domain/day.ts"
import type { Transaction } from "../platform/database.server.ts"
import { findClaims, releaseUnits } from "./booked-units.ts"
import { insertClaims } from "./ranges.ts"
import { reuseFreeUnits } from "./rehouse.ts"

export async function releaseBookingDays(
  tx: Transaction,
  { id, productId }: { id: BookingId; productId: ProductId },
  at: Date,
): Promise<Claim[]> {
  const claims = await findClaims(tx, id)
  await tx.execute(sql`delete from occupancy where booking_id = ${id}`)
  await reuseFreeUnits(tx, { productIds: [productId], days: claims.map(({ day }) => day), at })
  return claims
}

type BookedDays = { id: BookingId; productId: ProductId; dates: readonly Day[] }

/** Throws when the booking does not hold one of its days. */
export async function releaseOtherDays(tx: Transaction, { id, productId, dates }: BookedDays, at: Date): Promise<void> {
  const [product] = (
    await tx.execute<{ preparationBefore: number; preparationAfter: number; stock: number }>(sql`
      select preparation_days_before as "preparationBefore", preparation_days_after as "preparationAfter", stock
      from products where id = ${productId}`)
  ).rows
  if (!product) throw new Error(`Booking ${id} has no product`)
  const occupied = await findClaims(tx, id)
  const rented = dates.map((day) => {
    const own = occupied.filter((claim) => claim.day === day)
    const claim = own.find(({ role }) => role === "rental") ?? own[0]
    if (!claim) throw new Error(`Booking ${id} does not hold ${day}`)
    return { unit: claim.unit, day }
  })
  const remaining = withPreparation(rented, { ...product, units: product.stock })
  const roles = new Map(remaining.map(({ unit, day, role }) => [`${unit}/${day}`, role]))
  const freed = occupied.filter(({ unit, day }) => !roles.has(`${unit}/${day}`))
  const changed = occupied.flatMap((claim) => {
    const role = roles.get(`${claim.unit}/${claim.day}`)
    return role === undefined || role === claim.role ? [] : [{ ...claim, role }]
  })
  await releaseUnits(tx, { productId, bookingId: id, claims: [...freed, ...changed] })
  await insertClaims(tx, [{ productId, occupant: { kind: "booking", bookingId: id }, claims: changed }])
  await reuseFreeUnits(tx, { productIds: [productId], days: freed.map(({ day }) => day), at })
}
