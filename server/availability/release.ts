import type { BookingId } from "../../domain/id.ts"
import type { Transaction } from "../platform/database.server.ts"
import { type RentalClaim, findClaims, releaseClaims } from "./booked-units.ts"
import { reuseFreeUnits } from "./rehouse.ts"

export async function releaseBookingDays(tx: Transaction, bookingId: BookingId, at: Date): Promise<RentalClaim[]> {
  const claims = await findClaims(tx, bookingId)
  await releaseClaims(tx, claims)
  await reuseFreeUnits(tx, { productIds: claims.map(({ productId }) => productId), at })
  return claims
}
