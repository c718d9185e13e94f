import type { Executor } from "../database.server.ts"
import { events } from "../schema/events.ts"

/** Who acts: kept with every event, with the name as it was then. */
export type Actor =
  | { kind: "customer" | "administrator"; id: string; name: string }
  | { kind: "system" | "visitor" }

export const system: Actor = { kind: "system" }

export type NewEvent = {
  actor: Actor
  /** Noun and past participle: "booking.placed", "availability.blocked". */
  action: string
  subject: { kind: string; id: string }
  bookingId?: string
  details?: Record<string, unknown>
  at: Date
}

/** Writes one line of the append-only record, in the transaction of the act it tells. */
export async function recordEvent(executor: Executor, { actor, action, subject, bookingId, details, at }: NewEvent): Promise<void> {
  const person = "id" in actor ? { actorId: actor.id, actorName: actor.name } : {}
  await executor.insert(events).values({
    at,
    actorKind: actor.kind,
    ...person,
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    bookingId: bookingId ?? null,
    details: details ?? {},
  })
}
