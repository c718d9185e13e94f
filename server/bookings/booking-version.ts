import { and, desc, eq, notInArray } from "drizzle-orm"
import { actsWithoutBookingChange } from "../../domain/booking/acts.ts"
import type { BookingId } from "../../domain/id.ts"
import { type Executor, db } from "../platform/database.server.ts"
import { recordedEvents } from "../platform/schema/events.ts"

type Change = { by: string; at: Date; version: number }

/** Somebody changed the booking after the form was loaded; nothing is overwritten. */
export type Stale = { kind: "stale" } & Change

/** The number of a booking's last event: every change writes one. Notes change nothing. */
export async function bookingVersion(id: BookingId): Promise<number> {
  return (await lastChange(id))?.version ?? 0
}

/** True under the lock of the booking's row. */
export async function changedSince(executor: Executor, id: BookingId, seen: number): Promise<Stale | null> {
  const last = await lastChange(id, executor)
  return last && last.version !== seen ? { kind: "stale", ...last } : null
}

export async function lastChange(id: BookingId, executor: Executor = db): Promise<Change | null> {
  const [last] = await executor
    .select({ version: recordedEvents.id, by: recordedEvents.actorName, at: recordedEvents.at })
    .from(recordedEvents)
    .where(and(eq(recordedEvents.bookingId, id), notInArray(recordedEvents.action, [...actsWithoutBookingChange])))
    .orderBy(desc(recordedEvents.id))
    .limit(1)
  return last ?? null
}
