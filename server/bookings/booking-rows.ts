import { and, asc, eq, sql } from "drizzle-orm"
import { type CartId, type Id, type ProductId, type ProfileId, isId } from "../../domain/id.ts"
import { keepsChoice } from "../cart/remove.ts"
import { type Executor, type Transaction, db } from "../database.server.ts"
import { isUniqueViolation } from "../database/failures.ts"
import { placeholders, prepared, preparedSql } from "../database/prepared.ts"
import { bookings } from "../schema/bookings.ts"

type Booking = typeof bookings.$inferSelect

/** The event that says who entered a distance; a booking that has one may be corrected. */
export const DISTANCE_SET = "booking.distance-set"

/** What an order decides of a booking; the other columns begin with their defaults. */
const ordered = [
  "id",
  "number",
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
export type OrderedBooking = Required<Pick<Booking, (typeof ordered)[number]>>

/** What they begin with, as the table says: a booking that was inserted is not read back, which costs as much as three of its indexes. */
const begins = {
  status: "pending",
  paymentStatus: "none",
  customerNote: null,
  internalNote: null,
  earlyPerformanceRequestedAt: null,
  withdrawalLossAcknowledgedAt: null,
  contractDueAt: null,
  confirmedAt: null,
  agreement: null,
  isExample: false,
  isDemonstration: false,
} as const satisfies Omit<Booking, keyof OrderedBooking | "updatedAt">

const insertOrdered = prepared((executor) =>
  executor
    .insert(bookings)
    .overridingSystemValue()
    .values(placeholders(ordered))
    .returning({ updatedAt: bookings.updatedAt })
    .prepare("insert_booking"),
)

/** Fails when a booking with the same key is there already (`isPlacedAlready`). */
export async function insertBooking(tx: Transaction, row: OrderedBooking): Promise<Booking> {
  const [inserted] = await insertOrdered(tx).execute(row)
  if (!inserted) throw new Error("Error creating booking")
  return { ...row, ...begins, ...inserted }
}

/** Whether a booking could not be inserted because its order has become one: a double click, a reload, a retry (D9). */
export function isPlacedAlready(failure: unknown): boolean {
  return isUniqueViolation(failure, "bookings_user_id_idempotency_key_key")
}

/** What an order begins with: the booking's number, and whether its customer keeps what is forgotten with it (`forgetOrderedChoice`). */
export type BegunOrder = { number: number; keepsChoice: boolean }

const beginning = preparedSql<BegunOrder>(
  "begin_order",
  (given) => sql`
    select nextval('bookings_number_seq') as number, ${keepsChoice(given)} as "keepsChoice"
    where not exists (
      select from bookings where user_id = ${given("userId")} and idempotency_key = ${given("idempotencyKey")})`,
)

/**
 * The number of a booking to be placed is known before it is, because its mails tell it. Null for an order that has been
 * placed; that of an order which is refused names nothing.
 */
export async function beginOrder(
  executor: Executor,
  order: { userId: ProfileId; productId: ProductId; idempotencyKey: Id },
): Promise<BegunOrder | null> {
  const productId = isId(order.productId) ? order.productId : null
  const { rows } = await beginning(executor).execute({ ...order, productId })
  return rows[0] ?? null
}

const nextNumbers = preparedSql<{ number: number }>(
  "next_booking_numbers",
  (given) => sql`
    select nextval('bookings_number_seq') as number from cart_items join carts on carts.id = cart_id
    where cart_id = ${given("cartId")} and carts.user_id = ${given("userId")} and not exists (
      select from bookings where user_id = ${given("userId")} and idempotency_key = ${given("idempotencyKey")})`,
)

/** The same for each line of a cart that is ordered whole. */
export async function takeNumbers(
  executor: Executor,
  order: { userId: ProfileId; idempotencyKey: Id; cartId: CartId },
): Promise<number[]> {
  const { rows } = await nextNumbers(executor).execute(order)
  return rows.map(({ number }) => number)
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
export async function bookingWithKey(
  userId: ProfileId,
  idempotencyKey: Id,
  executor: Executor = db,
): Promise<Booking | null> {
  const [booking] = await withKey(executor).execute({ userId, idempotencyKey })
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
export function bookingsOfOrder(userId: ProfileId, orderId: Id, executor: Executor = db): Promise<Booking[]> {
  return ofOrder(executor).execute({ userId, orderId })
}
