import { and, asc, desc, eq, isNull, sql } from "drizzle-orm"
import type { BookingStatus } from "../../../domain/booking/status.ts"
import type { Id, ProductId, ProfileId } from "../../../domain/id.ts"
import { statusColumn, hasStatus } from "../../access/status-at.ts"
import { priceFrom } from "../../../domain/pricing/stored-price.ts"
import { addRentals, withRentals } from "../../booking-record/rentals.ts"
import { rentsProduct } from "../../booking-record/queries.ts"
import { type Executor, db } from "../../platform/database.server.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { payments } from "../../platform/schema/money.ts"

/** Keyset pagination: every page costs the same, and no row repeats. */

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
  total: bookings.total,
  paymentStatus: bookings.paymentStatus,
  priceLines: bookings.priceLines,
  createdAt: bookings.createdAt,
  confirmedAt: bookings.confirmedAt,
  isExample: bookings.isExample,
  isInstant: bookings.isInstant,
  isDemonstration: bookings.isDemonstration,
})

/** Not by number: numbers are drawn before their transaction commits. */
export async function listBookingsBefore(
  filter: { status: BookingStatus | null; productId: ProductId | null; customerId: ProfileId | null },
  { cursor, limit }: { cursor: PageCursor | null; limit: number },
  at: Date,
) {
  const rows = await db
    .select({ ...bookingColumns(at), moment: momentColumn(bookings.createdAt) })
    .from(bookings)
    .where(
      and(
        beforeCursor(bookings.createdAt, bookings.id, cursor),
        filter.status ? hasStatus(filter.status, at) : undefined,
        filter.productId ? rentsProduct(filter.productId) : undefined,
        filter.customerId ? eq(bookings.userId, filter.customerId) : undefined,
      ),
    )
    .orderBy(desc(bookings.createdAt), desc(bookings.id))
    .limit(limit)
  return (await addRentals(rows)).map(withPrice)
}

export async function findBooking(id: Id, at: Date, executor: Executor = db) {
  const [row] = await executor
    .select(bookingColumns(at))
    .from(bookings)
    .where(sql`${bookings.id} = ${id}`)
  return row ? withPrice(await withRentals(row, executor)) : null
}

function withPrice<Row extends { priceLines: Parameters<typeof priceFrom>[0] }>({ priceLines, ...row }: Row) {
  return { ...row, price: priceFrom(priceLines) }
}

/** Microsecond precision, as text: a Date would lose digits. */
type PageCursor = { moment: string; id: Id }

const momentColumn = (column: typeof profiles.createdAt | typeof payments.recordedAt | typeof bookings.createdAt) =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

function afterCursor(
  moment: typeof profiles.createdAt | typeof payments.recordedAt,
  id: typeof profiles.id | typeof payments.id,
  cursor: PageCursor | null,
) {
  return cursor === null ? undefined : sql`(${moment}, ${id}) > (${cursor.moment}::timestamptz, ${cursor.id}::uuid)`
}

function beforeCursor(moment: typeof bookings.createdAt, id: typeof bookings.id, cursor: PageCursor | null) {
  if (cursor === null) return undefined
  return sql`${moment} <= ${cursor.moment}::timestamptz and (${moment}, ${id}) < (${cursor.moment}::timestamptz, ${cursor.id}::uuid)`
}

const customerColumns = {
  id: profiles.id,
  name: profiles.name,
  email: profiles.email,
  phone: profiles.phone,
  street: profiles.street,
  zipCode: profiles.zipCode,
  city: profiles.city,
  homeStreet: profiles.homeStreet,
  homeZipCode: profiles.homeZipCode,
  homeCity: profiles.homeCity,
  clientType: profiles.clientType,
  businessName: profiles.businessName,
  businessSiret: profiles.businessSiret,
  isVerified: sql<boolean>`not exists (select from users where users.id = profiles.id and not users.email_verified)`,
  isExample: profiles.isExample,
  createdAt: profiles.createdAt,
  moment: momentColumn(profiles.createdAt),
}

export async function listCustomersAfter({ cursor, limit }: { cursor: PageCursor | null; limit: number }) {
  return db
    .select(customerColumns)
    .from(profiles)
    .where(and(isNull(profiles.erasedAt), afterCursor(profiles.createdAt, profiles.id, cursor)))
    .orderBy(asc(profiles.createdAt), asc(profiles.id))
    .limit(limit)
}

export async function findCustomer(id: Id) {
  const [row] = await db
    .select(customerColumns)
    .from(profiles)
    .where(and(isNull(profiles.erasedAt), sql`${profiles.id} = ${id}`))
  return row ?? null
}

export async function listPaymentsAfter(
  bookingId: Id | null,
  { cursor, limit }: { cursor: PageCursor | null; limit: number },
) {
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
      moment: momentColumn(payments.recordedAt),
    })
    .from(payments)
    .innerJoin(bookings, eq(bookings.id, payments.bookingId))
    .where(
      and(
        bookingId === null ? undefined : sql`${payments.bookingId} = ${bookingId}`,
        afterCursor(payments.recordedAt, payments.id, cursor),
      ),
    )
    .orderBy(asc(payments.recordedAt), asc(payments.id))
    .limit(limit)
}
