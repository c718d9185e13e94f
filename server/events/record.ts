import type { Actor } from "../../domain/accounts/party.ts"
import type { EventDetails, KnownDetails } from "../../domain/journal/detail-names.ts"
import type { Executor } from "../database.server.ts"
import { placeholders, prepared } from "../database/prepared.ts"
import { events } from "../schema/events.ts"

export type NewEvent<Details extends object = EventDetails> = {
  actor: Actor
  /** Noun and past participle: "booking.placed", "availability.blocked". */
  action: string
  subject: { kind: string; id: string }
  bookingId?: string
  /** Under names that the journal has words for: others do not compile. */
  details?: KnownDetails<Details>
  at: Date
}

const insertEvent = prepared((executor) =>
  executor
    .insert(events)
    .values(
      placeholders([
        "at",
        "actorKind",
        "actorId",
        "actorName",
        "action",
        "subjectKind",
        "subjectId",
        "bookingId",
        "details",
      ]),
    )
    .returning({ id: events.id })
    .prepare("insert_event"),
)

/** Writes one line of the append-only record, in the transaction of the act it tells. Answers its id, by which the act can be undone. */
export async function recordEvent<Details extends object>(
  executor: Executor,
  { actor, action, subject, bookingId, details, at }: NewEvent<Details>,
): Promise<number> {
  const person = "id" in actor ? actor : { id: null, name: "" }
  const [written] = await insertEvent(executor).execute({
    at,
    actorKind: actor.kind,
    actorId: person.id,
    actorName: person.name,
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    bookingId: bookingId ?? null,
    details: details ?? {},
  })
  if (!written) throw new Error(`The event ${action} was not written`)
  return written.id
}
