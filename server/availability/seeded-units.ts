import { sql } from "drizzle-orm"
import type { Day } from "../../domain/day.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import type { Transaction } from "../platform/database.server.ts"

export type BookedUnit = { productId: ProductId; unit: number; day: Day; bookingId: BookingId }

export async function insertBookedUnits(tx: Transaction, booked: readonly BookedUnit[]): Promise<void> {
  await tx.execute(sql`
    insert into occupancy (product_id, unit, day, kind, booking_id)
    select product, unit, day, 'booking', booking
    from unnest(${sql.param(booked.map(({ productId }) => productId))}::uuid[], ${sql.param(booked.map(({ unit }) => unit))}::integer[],
      ${sql.param(booked.map(({ day }) => day))}::date[], ${sql.param(booked.map(({ bookingId }) => bookingId))}::uuid[])
      as booked (product, unit, day, booking)`)
}

export async function analyzeOccupancy(tx: Transaction): Promise<void> {
  await tx.execute(sql`analyze occupancy`)
}
