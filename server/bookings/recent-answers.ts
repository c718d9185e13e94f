import { and, desc, gte, inArray, sql } from "drizzle-orm"
import type { BookingAct } from "../../domain/booking/acts.ts"
import type { BookingId, ProfileId } from "../../domain/id.ts"
import { db } from "../platform/database.server.ts"
import { recordedEvents } from "../platform/schema/events.ts"

const answers = [
  "booking.confirmed",
  "booking.refused",
  "booking.cancelled",
  "booking.cancelled-by-customer",
  "booking.expired",
] as const satisfies readonly BookingAct["action"][]

export type RecentAnswer = {
  bookingId: BookingId
  action: (typeof answers)[number]
  isBySystem: boolean
  actorId: ProfileId | null
  actorName: string
}

const RECENT_MINUTES = 10
const MAX_ANSWERS = 50

export async function listRecentAnswers(at: Date): Promise<RecentAnswer[]> {
  const rows = await db
    .select({
      bookingId: recordedEvents.bookingId,
      action: recordedEvents.action,
      isBySystem: sql<boolean>`${recordedEvents.actorKind} = 'system'`,
      actorId: recordedEvents.actorId,
      actorName: recordedEvents.actorName,
    })
    .from(recordedEvents)
    .where(
      and(
        gte(recordedEvents.at, new Date(at.getTime() - RECENT_MINUTES * 60_000)),
        inArray(recordedEvents.action, [...answers]),
      ),
    )
    // The time index avoids reading everything.
    .orderBy(desc(recordedEvents.at), desc(recordedEvents.id))
    .limit(MAX_ANSWERS)
  return rows
    .toReversed()
    .flatMap(({ bookingId, action, ...row }) =>
      bookingId !== null && isAnswer(action) ? [{ bookingId, action, ...row }] : [],
    )
}

function isAnswer(action: string): action is RecentAnswer["action"] {
  return (answers as readonly string[]).includes(action)
}
