import { inArray } from "drizzle-orm"
import type { ClockTime } from "../../domain/clock.ts"
import type { BookingId } from "../../domain/id.ts"
import { type Executor, db } from "../platform/database.server.ts"
import { eventStarts } from "../platform/schema/day.ts"

export async function readEventStarts(
  ids: readonly BookingId[],
  executor: Executor = db,
): Promise<ReadonlyMap<BookingId, ClockTime>> {
  if (ids.length === 0) return new Map()
  const rows = await executor
    .select()
    .from(eventStarts)
    .where(inArray(eventStarts.bookingId, [...ids]))
  return new Map(rows.map(({ bookingId, startsAt }) => [bookingId, startsAt]))
}
