import { and, asc, eq } from "drizzle-orm"
import type { Id, ProfileId } from "../../domain/id.ts"
import { type Executor, type Transaction, db } from "../platform/database.server.ts"
import { isUniqueViolation } from "../platform/database/failures.ts"
import { bookings } from "../platform/schema/bookings.ts"
import type { Booking } from "./booking.ts"

export const DISTANCE_SET = "booking.distance-set"

export type NewBooking = typeof bookings.$inferInsert & Pick<Booking, "id" | "distance" | "distanceToConfirm">

/** Throws on a repeated idempotency key: recognise it with `isDuplicateOrder`. */
export async function insertBooking(tx: Transaction, row: NewBooking): Promise<Booking> {
  const [inserted] = await tx.insert(bookings).values(row).returning()
  if (!inserted) throw new Error("Error creating booking")
  return inserted
}

/** A double click, a reload or a retry (D9). */
export function isDuplicateOrder(failure: unknown): boolean {
  return isUniqueViolation(failure, "bookings_user_id_idempotency_key_key")
}

export async function findBookingByKey(
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

/** Empty for an order not placed (D13). */
export function listOrderBookings(userId: ProfileId, orderId: Id, executor: Executor = db): Promise<Booking[]> {
  return executor
    .select()
    .from(bookings)
    .where(and(eq(bookings.userId, userId), eq(bookings.orderId, orderId)))
    .orderBy(asc(bookings.number))
}
