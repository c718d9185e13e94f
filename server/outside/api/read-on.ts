import { and, asc, desc, eq, isNull, sql } from "drizzle-orm"
import type { BookingStatus } from "../../../domain/booking/status.ts"
import type { Id, ProductId, ProfileId } from "../../../domain/id.ts"
import { statusColumn, hasStatus } from "../../access/status-at.ts"
import { priceFrom } from "../../../domain/pricing/stored-price.ts"
import { type Executor, type Transaction, db } from "../../platform/database.server.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { payments } from "../../platform/schema/money.ts"

/** Lists that a program reads on from the last row it has seen: each page costs the same, and none is shown twice. */

const bookingColumns = (at: Date) => ({
  id: bookings.id,
  number: bookings.number,
  status: statusColumn(at),
  customerId: bookings.userId,
  productId: bookings.productId,
  productName: bookings.productName,
  dates: bookings.dates,
  isDelivery: bookings.isDelivery,
  address: bookings.address,
  distanceToConfirm: bookings.distanceToConfirm,
  photoPacks: bookings.photoPacks,
  options: bookings.options,
  total: bookings.total,
  paymentStatus: bookings.paymentStatus,
  priceLines: bookings.priceLines,
  createdAt: bookings.createdAt,
  confirmedAt: bookings.confirmedAt,
  isExample: bookings.isExample,
  isDemonstration: bookings.isDemonstration,
})

/** Bookings, the newest first, from the one at `place` on. Numbers are no order: each is drawn before its transaction ends. */
export async function bookingsBefore(
  wanted: { status: BookingStatus | null; productId: ProductId | null; customerId: ProfileId | null },
  { place, limit }: { place: Place | null; limit: number },
  at: Date,
) {
  const rows = await db
    .select({ ...bookingColumns(at), moment: momentOf(bookings.createdAt) })
    .from(bookings)
    .where(
      and(
        before(bookings.createdAt, bookings.id, place),
        wanted.status ? hasStatus(wanted.status, at) : undefined,
        wanted.productId ? eq(bookings.productId, wanted.productId) : undefined,
        wanted.customerId ? eq(bookings.userId, wanted.customerId) : undefined,
      ),
    )
    .orderBy(desc(bookings.createdAt), desc(bookings.id))
    .limit(limit)
  return rows.map(priced)
}

/** One booking with its price as it was agreed, or null. */
export async function bookingWith(id: Id, at: Date, executor: Executor = db) {
  const [row] = await executor
    .select(bookingColumns(at))
    .from(bookings)
    .where(sql`${bookings.id} = ${id}`)
  return row ? priced(row) : null
}

/** The same in a transaction that is about to change it, and which nobody else changes until it ends. */
export async function lockedBookingWith(tx: Transaction, id: Id, at: Date) {
  await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(sql`${bookings.id} = ${id}`)
    .for("update")
  return bookingWith(id, at, tx)
}

function priced<Row extends { priceLines: Parameters<typeof priceFrom>[0] }>({ priceLines, ...row }: Row) {
  return { ...row, price: priceFrom(priceLines) }
}

/** A row's place in the order of a list: its moment to the microsecond, as text, and its id. */
export type Place = { moment: string; id: Id }

const momentOf = (column: typeof profiles.createdAt | typeof payments.recordedAt | typeof bookings.createdAt) =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

function after(
  moment: typeof profiles.createdAt | typeof payments.recordedAt,
  id: typeof profiles.id | typeof payments.id,
  place: Place | null,
) {
  return place === null ? undefined : sql`(${moment}, ${id}) > (${place.moment}::timestamptz, ${place.id}::uuid)`
}

function before(moment: typeof bookings.createdAt, id: typeof bookings.id, place: Place | null) {
  if (place === null) return undefined
  // The first half is what the index by age can answer.
  return sql`${moment} <= ${place.moment}::timestamptz and (${moment}, ${id}) < (${place.moment}::timestamptz, ${place.id}::uuid)`
}

const customerColumns = {
  id: profiles.id,
  name: profiles.name,
  email: profiles.email,
  phone: profiles.phone,
  street: profiles.street,
  zipCode: profiles.zipCode,
  city: profiles.city,
  clientType: profiles.clientType,
  businessName: profiles.businessName,
  businessSiret: profiles.businessSiret,
  isVerified: sql<boolean>`not exists (select from users where users.id = profiles.id and not users.email_verified)`,
  isExample: profiles.isExample,
  createdAt: profiles.createdAt,
  moment: momentOf(profiles.createdAt),
}

/** Accounts that were not erased, the oldest first. */
export async function customersAfter({ place, limit }: { place: Place | null; limit: number }) {
  return db
    .select(customerColumns)
    .from(profiles)
    .where(and(isNull(profiles.erasedAt), after(profiles.createdAt, profiles.id, place)))
    .orderBy(asc(profiles.createdAt), asc(profiles.id))
    .limit(limit)
}

/** One account that was not erased, or null. */
export async function customerWith(id: Id) {
  const [row] = await db
    .select(customerColumns)
    .from(profiles)
    .where(and(isNull(profiles.erasedAt), sql`${profiles.id} = ${id}`))
  return row ?? null
}

/** What arrived and what was taken back, the oldest first; of one booking or of all. */
export async function paymentsAfter(bookingId: Id | null, { place, limit }: { place: Place | null; limit: number }) {
  return db
    .select({
      id: payments.id,
      bookingId: payments.bookingId,
      bookingNumber: bookings.number,
      means: payments.means,
      amount: payments.amount,
      receivedOn: payments.receivedOn,
      recordedAt: payments.recordedAt,
      isDemonstration: sql<boolean>`(${payments.provider} = 'demo' or ${bookings.isDemonstration} and ${payments.provider} is distinct from 'stripe') is true`,
      corrects: payments.corrects,
      moment: momentOf(payments.recordedAt),
    })
    .from(payments)
    .innerJoin(bookings, eq(bookings.id, payments.bookingId))
    .where(
      and(
        bookingId === null ? undefined : sql`${payments.bookingId} = ${bookingId}`,
        after(payments.recordedAt, payments.id, place),
      ),
    )
    .orderBy(asc(payments.recordedAt), asc(payments.id))
    .limit(limit)
}
