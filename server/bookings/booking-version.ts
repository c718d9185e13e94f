import { and, desc, eq, notInArray } from "drizzle-orm"
import { actsWithoutBookingChange } from "../../domain/booking/acts.ts"
import type { BookingId } from "../../domain/id.ts"
import { type Executor, db } from "../platform/database.server.ts"
import { recordedEvents } from "../platform/schema/events.ts"

type Change = { by: string; at: Date; version: number }

export type Stale = { kind: "stale" } & Change

/** Notes do not count. */
export async function readBookingVersion(id: BookingId): Promise<number> {
  return (await findLastChange(id))?.version ?? 0
}

/** The caller must lock the booking's row. */
export async function findChangeSince(
  executor: Executor,
  id: BookingId,
  expectedVersion: number,
): Promise<Stale | null> {
  const last = await findLastChange(id, executor)
  return last && last.version !== expectedVersion ? { kind: "stale", ...last } : null
}

export async function findLastChange(id: BookingId, executor: Executor = db): Promise<Change | null> {
  const [last] = await executor
    .select({ version: recordedEvents.id, by: recordedEvents.actorName, at: recordedEvents.at })
    .from(recordedEvents)
    .where(and(eq(recordedEvents.bookingId, id), notInArray(recordedEvents.action, actsWithoutBookingChange)))
    .orderBy(desc(recordedEvents.id))
    .limit(1)
  return last ?? null
}
