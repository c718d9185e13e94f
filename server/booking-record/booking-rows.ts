import { and, asc, eq } from "drizzle-orm"
import type { Id, ProfileId } from "../../domain/id.ts"
import { type Executor, type Transaction, db } from "../platform/database.server.ts"
import { isUniqueViolation } from "../platform/database/failures.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { winLeads } from "../leads/win-leads.ts"
import { type RentedBooking, addRentals, writeRentals } from "./rentals.ts"

export const DISTANCE_SET = "booking.distance-set"

export type NewBooking = typeof bookings.$inferInsert &
  Pick<RentedBooking, "id" | "distance" | "distanceToConfirm" | "rentals"> & {
    /** Reserved for the booking of a quote. */
    number?: number
  }

/** Throws on a repeated idempotency key: recognise it with `isDuplicateOrder`. */
export async function insertBooking(tx: Transaction, { rentals, ...row }: NewBooking): Promise<RentedBooking> {
  const [inserted] = await tx.insert(bookings).overridingSystemValue().values(row).returning()
  if (!inserted) throw new Error("Error creating booking")
  await writeRentals(tx, row.id, rentals)
  await winLeads(tx, inserted)
  return { ...inserted, rentals }
}

/** A double click, a reload or a retry (D9). */
export function isDuplicateOrder(failure: unknown): boolean {
  return isUniqueViolation(failure, "bookings_user_id_idempotency_key_key")
}

export async function findBookingByKey(userId: ProfileId, idempotencyKey: Id): Promise<RentedBooking | null> {
  const [booking] = await listOrderBookings(userId, idempotencyKey)
  return booking ?? null
}

/** Empty for an order not placed (D9). */
export async function listOrderBookings(
  userId: ProfileId,
  idempotencyKey: Id,
  executor: Executor = db,
): Promise<RentedBooking[]> {
  const rows = await executor
    .select()
    .from(bookings)
    .where(and(eq(bookings.userId, userId), eq(bookings.idempotencyKey, idempotencyKey)))
    .orderBy(asc(bookings.orderPart))
  return addRentals(rows, executor)
}
