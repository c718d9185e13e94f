import { type SQL, sql } from "drizzle-orm"
import type { BookingId, ProductId, QuoteId } from "../../domain/id.ts"
import type { Transaction } from "../platform/database.server.ts"
import { type RentalClaim, findClaims, releaseClaims } from "./booked-units.ts"
import { reuseFreeUnits } from "./rehouse.ts"

export async function releaseBookingDays(tx: Transaction, bookingId: BookingId, at: Date): Promise<RentalClaim[]> {
  const claims = await findClaims(tx, bookingId)
  await releaseClaims(tx, claims)
  await reuseFreeUnits(tx, { productIds: claims.map(({ productId }) => productId), at })
  return claims
}

export async function releaseDaysOfQuotes(tx: Transaction, selectedIds: SQL): Promise<void> {
  await tx.execute(sql`delete from occupancy where quote_id in (${selectedIds})`)
}

export async function releaseEverything(tx: Transaction): Promise<void> {
  await tx.execute(
    sql`delete from occupancy where booking_id is not null or quote_id is not null or cart_id is not null`,
  )
}

export async function releaseQuoteDays(tx: Transaction, quoteId: QuoteId, at: Date): Promise<void> {
  const { rows } = await tx.execute<{ productId: ProductId }>(sql`
    delete from occupancy where quote_id = ${quoteId} returning product_id as "productId"`)
  await reuseFreeUnits(tx, { productIds: [...new Set(rows.map(({ productId }) => productId))], at })
}
