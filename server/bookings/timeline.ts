import { asc, eq } from "drizzle-orm"
import type { BookingAct } from "../../domain/booking/acts.ts"
import { type RecordedDetails, isBookingAction } from "../../domain/journal/acts.ts"
import { db } from "../database.server.ts"
import { events } from "../schema/events.ts"

export type BookingEvent = {
  at: Date
  /** Null for an act of former times. */
  action: BookingAct["action"] | null
  actorKind: string
  actorName: string
  details: RecordedDetails
}

/** What happened to a booking, the oldest first. */
export async function bookingTimeline(bookingId: string): Promise<BookingEvent[]> {
  const rows = await db
    .select({
      at: events.at,
      action: events.action,
      actorKind: events.actorKind,
      actorName: events.actorName,
      details: events.details,
    })
    .from(events)
    .where(eq(events.bookingId, bookingId))
    .orderBy(asc(events.id))
  return rows.map(({ action, ...row }) => ({ ...row, action: isBookingAction(action) ? action : null }))
}
