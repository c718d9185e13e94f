import { and, desc, eq, notInArray } from "drizzle-orm"
import { type BookingAct, actsWithoutBookingChange } from "../../domain/booking/acts.ts"
import type { BookingId } from "../../domain/id.ts"
import { type RecordedDetails, isBookingAction } from "../../domain/journal/acts.ts"
import { type Executor, db } from "../database.server.ts"
import { mergedDetails } from "../events/merged-details.ts"
import { recordedEvents } from "../schema/events.ts"

/** Somebody changed the booking after the form was opened; nothing is overwritten. `version` is what stands now. */
export type Stale = {
  kind: "stale"
  by: string
  at: Date
  /** Null for an act of former times. */
  action: BookingAct["action"] | null
  actorKind: string
  details: RecordedDetails
  version: number
}

/** Which state of a booking a form shows: the number of its last event, as every change writes one. Notes change nothing. */
export async function bookingVersion(id: BookingId): Promise<number> {
  return (await lastChange(db, id))?.version ?? 0
}

/** Who changed a booking last, when that is not what the form has seen. True under the lock of the booking's row. */
export async function changedSince(executor: Executor, id: BookingId, seen: number): Promise<Stale | null> {
  const last = await lastChange(executor, id)
  return last && last.version !== seen ? { kind: "stale", ...last } : null
}

/** The same outside of any transaction: to tell what happened, not to decide. */
export function changeSince(id: BookingId, seen: number): Promise<Stale | null> {
  return changedSince(db, id, seen)
}

async function lastChange(executor: Executor, id: BookingId): Promise<Omit<Stale, "kind"> | null> {
  const [last] = await executor
    .select({
      version: recordedEvents.id,
      by: recordedEvents.actorName,
      at: recordedEvents.at,
      action: recordedEvents.action,
      actorKind: recordedEvents.actorKind,
      details: recordedEvents.details,
      personal: recordedEvents.personal,
    })
    .from(recordedEvents)
    .where(and(eq(recordedEvents.bookingId, id), notInArray(recordedEvents.action, [...actsWithoutBookingChange])))
    .orderBy(desc(recordedEvents.id))
    .limit(1)
  if (!last) return null
  const { action, details, personal, ...change } = last
  return {
    ...change,
    action: isBookingAction(action) ? action : null,
    details: mergedDetails({ details, personal }),
  }
}
