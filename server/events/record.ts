import type { Actor } from "../../domain/accounts/party.ts"
import { type Act, subjectKinds } from "../../domain/journal/acts.ts"
import type { Executor } from "../database.server.ts"
import { placeholders, prepared } from "../database/prepared.ts"
import { events } from "../schema/events.ts"
import { mergedDetails } from "./merged-details.ts"

/** Who did what, when. `subject` is the id of what it was done to: its kind follows from the action. */
export type NewEvent = Act & { by: Actor; subject: string; at: Date }

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

type Parts = Omit<NewEvent, "details" | "personal"> & { details?: object; personal?: object }

/**
 * Writes one line of the append-only record, in the transaction of the act itself. Answers its id, by which the act can
 * be undone.
 */
export async function recordEvent(executor: Executor, event: NewEvent): Promise<number> {
  const { by, action, subject, details = {}, personal = {}, at }: Parts = event
  const person = "id" in by ? by : { id: null, name: "" }
  const kind = subjectKinds[action]
  const [written] = await insertEvent(executor).execute({
    at,
    actorKind: by.kind,
    actorId: person.id,
    actorName: person.name,
    action,
    subjectKind: kind,
    subjectId: subject,
    bookingId: kind === "booking" ? subject : null,
    details: mergedDetails(details, personal),
  })
  if (!written) throw new Error(`The event ${action} was not written`)
  return written.id
}
