import { type SQL, and, eq, gt, isNull, or, sql } from "drizzle-orm"
import type { BookingStatus } from "../../domain/booking/status.ts"
import { bookings } from "../schema/bookings.ts"

/** Where the rows are, what `statusAt` of the domain says of one booking: a request past its time counts as refused (D12). */
export function statusColumn(at: Date): SQL<BookingStatus> {
  return sql<BookingStatus>`case when ${hasExpired(at)} then 'refused' else ${bookings.status} end`
}

/** The bookings that have that status at that moment. */
export function hasStatus(status: BookingStatus, at: Date): SQL | undefined {
  const written = eq(bookings.status, status)
  if (status === "pending") return and(written, or(isNull(bookings.expiresAt), gt(bookings.expiresAt, at)))
  return status === "refused" ? or(written, hasExpired(at)) : written
}

function hasExpired(at: Date): SQL {
  return sql`(${bookings.status} = 'pending' and ${bookings.expiresAt} <= ${at.toISOString()}::timestamptz)`
}
