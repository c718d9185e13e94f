import { asc, eq } from "drizzle-orm"
import type { BookingAct } from "../../domain/booking/acts.ts"
import type { BookingId, ProfileId } from "../../domain/id.ts"
import { type RecordedDetails, isBookingAction } from "../../domain/journal/acts.ts"
import { db } from "../platform/database.server.ts"
import { mergeDetails } from "../platform/events/merge-details.ts"
import { recordedEvents } from "../platform/schema/events.ts"

export type BookingEvent = {
  at: Date
  action: BookingAct["action"] | null
  actorKind: string
  actorId: ProfileId | null
  actorName: string
  apiKey: string | null
  details: RecordedDetails
  erased: { name: boolean; details: boolean }
}

export async function readBookingTimeline(bookingId: BookingId): Promise<BookingEvent[]> {
  const rows = await db
    .select({
      at: recordedEvents.at,
      action: recordedEvents.action,
      actorKind: recordedEvents.actorKind,
      actorId: recordedEvents.actorId,
      actorName: recordedEvents.actorName,
      apiKey: recordedEvents.apiKey,
      details: recordedEvents.details,
      personal: recordedEvents.personal,
      erased: { name: recordedEvents.actorErased, details: recordedEvents.personalErased },
    })
    .from(recordedEvents)
    .where(eq(recordedEvents.bookingId, bookingId))
    .orderBy(asc(recordedEvents.id))
  return rows.map(({ action, details, personal, ...row }) => ({
    ...row,
    action: isBookingAction(action) ? action : null,
    details: mergeDetails({ details, personal }),
  }))
}
