import { sql } from "drizzle-orm"
import type { Actor, Party } from "../../domain/accounts/party.ts"
import { type Act, subjectKinds } from "../../domain/journal/acts.ts"
import { webhookKindOf } from "../../domain/webhooks/kinds.ts"
import type { Executor } from "../database.server.ts"
import { preparedSql } from "../database/prepared.ts"

/**
 * Who did what, when. `by` is a party when it was done for an account; a customer alone acts for their own. `subject` is
 * the id of what it was done to: its kind follows from the action.
 */
export type NewEvent = Act & { by: Actor | Party; subject: string; at: Date }

type Parts = Omit<NewEvent, "details" | "personal"> & { details?: object | undefined; personal?: object | undefined }

/** The facts, beside them what can be erased, and what the owner's other programs are told of it (decisions 65, 71). */
const insertEvent = preparedSql<{ event_id: string }>(
  "insert_event",
  (given) => sql`
    with event as (
      insert into events (at, actor_kind, actor_id, account_id, action, subject_kind, subject_id, booking_id, details)
      values (${given("at")}, ${given("actorKind")}, ${given("actorId")}, ${given("accountId")}, ${given("action")},
        ${given("subjectKind")}, ${given("subjectId")}, ${given("bookingId")}, ${given("details")})
      returning id),
    messages as (
      insert into webhook_messages (endpoint_id, kind, event_id, booking_id, at, next_at)
      select endpoint.id, ${given("kind")}::text, event.id, ${given("bookingId")}::uuid, ${given("at")}::timestamptz, now()
      from event, webhook_endpoints endpoint where ${given("kind")}::text = any(kinds) and stopped_at is null),
    listed as (
      insert into event_feed (event_id, kind, booking_id, at)
      select id, ${given("kind")}::text, ${given("bookingId")}::uuid, ${given("at")}::timestamptz
      from event where ${given("kind")}::text is not null)
    insert into event_details (event_id, actor_name, api_key, personal, in_journal)
    select id, ${given("actorName")}::text, ${given("apiKey")}::text, ${given("personal")}::jsonb, ${given("inJournal")}::boolean
    from event
    returning event_id`,
)

/**
 * Writes one line of the append-only record, in the transaction of the act itself. Answers its id, by which the act can
 * be undone.
 */
export async function recordEvent(executor: Executor, event: NewEvent): Promise<number> {
  const { by, action, subject, details = {}, personal = {}, at }: Parts = event
  const actor = "actor" in by ? by.actor : by
  const person = "id" in actor ? actor : { id: null, name: "" }
  const own = actor.kind === "customer" ? actor.id : null
  const kind = subjectKinds[action]
  const { rows } = await insertEvent(executor).execute({
    at: at.toISOString(),
    actorKind: actor.kind,
    actorId: person.id,
    actorName: person.name,
    apiKey: ("apiKey" in person && person.apiKey) || null,
    accountId: "account" in by ? by.account.id : own,
    action,
    subjectKind: kind,
    subjectId: subject,
    bookingId: kind === "booking" ? subject : null,
    details: JSON.stringify(details),
    personal: JSON.stringify(personal),
    kind: webhookKindOf(action),
    inJournal: actor.kind === "administrator",
  })
  const [written] = rows
  if (!written) throw new Error(`The event ${action} was not written`)
  return Number(written.event_id)
}
