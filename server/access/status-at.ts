import { type SQL, type SQLWrapper, and, eq, gt, isNull, or, sql } from "drizzle-orm"
import type { BookingStatus } from "../../domain/booking/status.ts"
import { bookings } from "../platform/schema/bookings.ts"

/**
 * Where the rows are, what `statusAt` of the domain says of one booking (D12): a request past its time counts as refused,
 * a confirmation whose contract was not signed in time as cancelled.
 */
export function statusColumn(at: Date | SQLWrapper): SQL<BookingStatus> {
  return sql<BookingStatus>`case when ${hasExpired(at)} then 'refused' when ${isUnsigned(at)} then 'cancelled' else ${bookings.status} end`
}

/** The bookings that have that status at that moment. */
export function hasStatus(status: BookingStatus, at: Date): SQL | undefined {
  const written = eq(bookings.status, status)
  // PostgreSQL takes what expires later for rare, as it is among all bookings; of those that wait it is nearly all.
  if (status === "pending")
    return and(written, sql`coalesce(${bookings.expiresAt} > ${at.toISOString()}::timestamptz, true)`)
  if (status === "confirmed") return and(written, or(isNull(bookings.contractDueAt), gt(bookings.contractDueAt, at)))
  return or(written, status === "refused" ? hasExpired(at) : isUnsigned(at))
}

function hasExpired(at: Date | SQLWrapper): SQL {
  return sql`(${bookings.status} = 'pending' and ${bookings.expiresAt} <= ${instant(at)}::timestamptz)`
}

function isUnsigned(at: Date | SQLWrapper): SQL {
  return sql`(${bookings.status} = 'confirmed' and ${bookings.contractDueAt} <= ${instant(at)}::timestamptz)`
}

const instant = (at: Date | SQLWrapper) => (at instanceof Date ? at.toISOString() : at)
