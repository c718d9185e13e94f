import { type SQL, type SQLWrapper, and, eq, gt, isNull, or, sql } from "drizzle-orm"
import type { BookingStatus } from "../../domain/booking/status.ts"
import { bookings } from "../platform/schema/bookings.ts"

/** SQL counterpart of the domain's `effectiveStatus` (D12). */
export function statusColumn(at: Date | SQLWrapper): SQL<BookingStatus> {
  return sql<BookingStatus>`case when ${hasExpired(at)} then 'refused' when ${isUnsigned(at)} then 'cancelled' else ${bookings.status} end`
}

export function hasStatus(status: BookingStatus, at: Date): SQL | undefined {
  const hasStoredStatus = eq(bookings.status, status)
  // `coalesce` hides the column's statistics, from which the planner would expect too few pending bookings.
  if (status === "pending")
    return and(hasStoredStatus, sql`coalesce(${bookings.expiresAt} > ${at.toISOString()}::timestamptz, true)`)
  if (status === "confirmed")
    return and(hasStoredStatus, or(isNull(bookings.contractDueAt), gt(bookings.contractDueAt, at)))
  return or(hasStoredStatus, status === "refused" ? hasExpired(at) : isUnsigned(at))
}

function hasExpired(at: Date | SQLWrapper): SQL {
  return sql`(${bookings.status} = 'pending' and ${bookings.expiresAt} <= ${instant(at)}::timestamptz)`
}

function isUnsigned(at: Date | SQLWrapper): SQL {
  return sql`(${bookings.status} = 'confirmed' and ${bookings.contractDueAt} <= ${instant(at)}::timestamptz)`
}

const instant = (at: Date | SQLWrapper) => (at instanceof Date ? at.toISOString() : at)
