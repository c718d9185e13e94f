import { sql } from "drizzle-orm"
import type { Claim } from "../../domain/availability/units.ts"
import type { Day } from "../../domain/day.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import type { Transaction } from "../platform/database.server.ts"
import { insertClaims } from "./ranges.ts"

export type BookedUnit = { productId: ProductId; unit: number; day: Day; bookingId: BookingId }

export async function insertBookedUnits(tx: Transaction, booked: readonly BookedUnit[]): Promise<void> {
  const byBooking = Map.groupBy(booked, ({ productId, bookingId }) => `${productId} ${bookingId}`)
  await insertClaims(
    tx,
    [...byBooking.values()].flatMap((units) => {
      const [first] = units
      if (!first) return []
      const claims = units.map(({ unit, day }): Claim => ({ unit, day, role: "rental" }))
      return [
        { productId: first.productId, occupant: { kind: "booking", bookingId: first.bookingId, rental: 1 }, claims },
      ]
    }),
  )
}

export async function analyzeOccupancy(tx: Transaction): Promise<void> {
  await tx.execute(sql`analyze units, occupancy`)
}
