import { and, asc, eq, sql } from "drizzle-orm"
import type { Id, ProfileId } from "../../domain/id.ts"
import { type Transaction, db } from "../database.server.ts"
import { placeholders, prepared } from "../database/prepared.ts"
import { bookings } from "../schema/bookings.ts"

type Booking = typeof bookings.$inferSelect

/** The event that says who entered a distance; a booking that has one may be corrected. */
export const DISTANCE_SET = "booking.distance-set"

/** What an order decides of a booking; the other columns begin with their defaults. */
const ordered = [
  "id",
  "userId",
  "productId",
  "dates",
  "firstDay",
  "lastDay",
  "productName",
  "dailyPrice",
  "options",
  "photoPacks",
  "photoPackPrice",
  "photoPackQuantity",
  "total",
  "priceLines",
  "isDelivery",
  "address",
  "distance",
  "distanceToConfirm",
  "addressPrecision",
  "addressCentre",
  "deliveryFee",
  "idempotencyKey",
  "orderId",
  "termsVersion",
  "placedBy",
  "requestedAt",
  "answerDueAt",
  "expiresAt",
  "createdAt",
] as const
export type OrderedBooking = Required<Pick<typeof bookings.$inferInsert, (typeof ordered)[number]>>

const insertBooking = prepared((executor) =>
  executor
    .insert(bookings)
    .values(placeholders(ordered))
    .onConflictDoNothing({ target: [bookings.userId, bookings.idempotencyKey] })
    .returning()
    .prepare("insert_booking"),
)

/** Null when a booking with the same key is there already: a double click, a reload, a retry (D9). */
export async function insertOnce(tx: Transaction, row: OrderedBooking): Promise<Booking | null> {
  const [inserted] = await insertBooking(tx).execute(row)
  return inserted ?? null
}

const withKey = prepared((executor) =>
  executor
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.userId, sql.placeholder("userId")),
        eq(bookings.idempotencyKey, sql.placeholder("idempotencyKey")),
      ),
    )
    .prepare("booking_with_key"),
)

/** The booking that a customer's order has become already, or null. */
export async function bookingWithKey(userId: ProfileId, idempotencyKey: Id): Promise<Booking | null> {
  const [booking] = await withKey(db).execute({ userId, idempotencyKey })
  return booking ?? null
}

const ofOrder = prepared((executor) =>
  executor
    .select()
    .from(bookings)
    .where(and(eq(bookings.userId, sql.placeholder("userId")), eq(bookings.orderId, sql.placeholder("orderId"))))
    .orderBy(asc(bookings.number))
    .prepare("bookings_of_order"),
)

/** The bookings that a customer's cart has become already, in the order of its lines; none for an order not placed (D13). */
export function bookingsOfOrder(userId: ProfileId, orderId: Id): Promise<Booking[]> {
  return ofOrder(db).execute({ userId, orderId })
}
