import { and, asc, eq, sql } from "drizzle-orm"
import type { BookingId } from "../../../domain/id.ts"
import type { Day } from "../../../domain/day.ts"
import type { RentalPeriod } from "../../../domain/rental/rental.ts"
import { db } from "../../platform/database.server.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { dateChangeRequests } from "../../platform/schema/booking-ends.ts"
import { bookings, rentals } from "../../platform/schema/bookings.ts"

export type OpenDateChange = RentalPeriod & {
  bookingId: BookingId
  number: number
  clientName: string
  productName: string
  requestedDays: Day[]
  requestedAt: Date
}

export async function listOpenDateChanges(max: number): Promise<{ items: OpenDateChange[]; count: number }> {
  const rows = await db
    .select({
      bookingId: bookings.id,
      number: bookings.number,
      clientName: profiles.name,
      productName: sql<string>`coalesce(${rentals.productName}, ${bookings.productName})`,
      dates: sql<Day[]>`coalesce(${rentals.dates}, ${bookings.dates})`.mapWith(bookings.dates),
      requestedDays: dateChangeRequests.dates,
      requestedAt: dateChangeRequests.askedAt,
      count: sql<number>`(count(*) over ())::integer`,
    })
    .from(dateChangeRequests)
    .innerJoin(bookings, eq(bookings.id, dateChangeRequests.bookingId))
    .leftJoin(rentals, and(eq(rentals.bookingId, bookings.id), eq(rentals.position, dateChangeRequests.rental)))
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(eq(dateChangeRequests.status, "open"))
    .orderBy(asc(dateChangeRequests.askedAt))
    .limit(max)
  return { items: rows.map(({ count: _count, ...row }) => row), count: rows[0]?.count ?? 0 }
}
