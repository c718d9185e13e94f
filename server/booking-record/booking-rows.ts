import { and, asc, eq } from "drizzle-orm"
import type { Id, ProfileId } from "../../domain/id.ts"
import { type Executor, type Transaction, db } from "../platform/database.server.ts"
import { isUniqueViolation } from "../platform/database/failures.ts"
import { bookings } from "../platform/schema/bookings.ts"

type Booking = typeof bookings.$inferSelect

/** The event that says who entered a distance; a booking that has one may be corrected. */
export const DISTANCE_SET = "booking.distance-set"

/** A booking to be placed: columns that are not named begin with their defaults. */
export type OrderedBooking = typeof bookings.$inferInsert & Pick<Booking, "id" | "distance" | "distanceToConfirm">

/** Fails when a booking with the same key is there already (`isPlacedAlready`). */
export async function insertBooking(tx: Transaction, row: OrderedBooking): Promise<Booking> {
  const [inserted] = await tx.insert(bookings).values(row).returning()
  if (!inserted) throw new Error("Error creating booking")
  return inserted
}

/** Whether a booking could not be inserted because its order has become one: a double click, a reload, a retry (D9). */
export function isPlacedAlready(failure: unknown): boolean {
  return isUniqueViolation(failure, "bookings_user_id_idempotency_key_key")
}

/** The booking that a customer's order has become already, or null. */
export async function bookingWithKey(
  userId: ProfileId,
  idempotencyKey: Id,
  executor: Executor = db,
): Promise<Booking | null> {
  const [booking] = await executor
    .select()
    .from(bookings)
    .where(and(eq(bookings.userId, userId), eq(bookings.idempotencyKey, idempotencyKey)))
  return booking ?? null
}

/** The bookings that a customer's cart has become already, in the order of its lines; none for an order not placed (D13). */
export function bookingsOfOrder(userId: ProfileId, orderId: Id, executor: Executor = db): Promise<Booking[]> {
  return executor
    .select()
    .from(bookings)
    .where(and(eq(bookings.userId, userId), eq(bookings.orderId, orderId)))
    .orderBy(asc(bookings.number))
}
