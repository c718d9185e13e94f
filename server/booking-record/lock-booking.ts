import { eq } from "drizzle-orm"
import type { BookingId } from "../../domain/id.ts"
import type { Executor } from "../platform/database.server.ts"
import { bookings } from "../platform/schema/bookings.ts"
import type { Booking } from "./booking.ts"

/** Lock order: the booking comes before everything that belongs to it. */
export async function lockBooking(executor: Executor, id: BookingId): Promise<Booking | null> {
  const [booking] = await executor.select().from(bookings).where(eq(bookings.id, id)).for("update")
  return booking ?? null
}

/** Lets others insert rows that name the booking meanwhile. */
export async function lockBookingForMoney(executor: Executor, id: BookingId): Promise<Booking | null> {
  const [booking] = await executor.select().from(bookings).where(eq(bookings.id, id)).for("no key update")
  return booking ?? null
}
