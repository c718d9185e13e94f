import { and, eq, inArray, isNotNull } from "drizzle-orm"
import type { Leg } from "../../domain/booking/route.ts"
import { type StopTimes, noStopTimes } from "../../domain/booking/stop-times.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import { db } from "../platform/database.server.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { stopTimes } from "../platform/schema/day.ts"

export type MarkedStop = StopTimes & { bookingId: BookingId; day: Day; leg: Leg }

export async function listMarkedStops(bookingIds: readonly BookingId[]): Promise<MarkedStop[]> {
  if (bookingIds.length === 0) return []
  return db
    .select()
    .from(stopTimes)
    .where(inArray(stopTimes.bookingId, [...bookingIds]))
    .orderBy(stopTimes.day, stopTimes.leg)
}

export function timesOfStop(
  marked: readonly MarkedStop[],
  stop: { bookingId: BookingId; day: Day; leg: Leg },
): StopTimes {
  const { left, arrives, arrived, done } =
    marked.find(({ bookingId, day, leg }) => bookingId === stop.bookingId && day === stop.day && leg === stop.leg) ??
    noStopTimes
  return { left, arrives, arrived, done }
}

/** The day on which the last collection was done. */
export async function readDaysTakenBack(ids: readonly BookingId[]): Promise<ReadonlyMap<BookingId, Day>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: stopTimes.bookingId, done: stopTimes.done })
    .from(stopTimes)
    .innerJoin(bookings, and(eq(bookings.id, stopTimes.bookingId), eq(bookings.returnsOn, stopTimes.day)))
    .where(and(inArray(stopTimes.bookingId, [...ids]), eq(stopTimes.leg, "back"), isNotNull(stopTimes.done)))
  return new Map(rows.flatMap(({ id, done }) => (done ? [[id, dayInParis(done)] as const] : [])))
}
