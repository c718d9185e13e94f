import { sql } from "drizzle-orm"
import type { Actor, Party } from "../../../domain/accounts/party.ts"
import { mayRecord } from "../../../domain/journal/staff-access.ts"
import { type Act, type Action, subjectKinds } from "../../../domain/journal/acts.ts"
import { webhookKindOf } from "../../../domain/webhooks/kinds.ts"
import type { Executor } from "../database.server.ts"

type NewEvent = Act & { by: Actor | Party; subject: string; at: Date }

type Parts = Omit<NewEvent, "details" | "personal"> & { details?: object | undefined; personal?: object | undefined }

/** A staff member's role may not do this (D72); the verb's transaction is rolled back. */
export class ForbiddenAct extends Error {}

export function requireAct(actor: Actor, action: Action): void {
  if ("staffRole" in actor && actor.staffRole && !mayRecord(actor.staffRole, action))
    throw new ForbiddenAct(`${action} is not for the role ${actor.staffRole}`)
}

/** Must run in the act's own transaction. Returns the id used for undo. */
export async function recordEvent(executor: Executor, event: NewEvent): Promise<number> {
  const { by, action, subject, details = {}, personal = {}, at }: Parts = event
  const actor = "actor" in by ? by.actor : by
  requireAct(actor, action)
  const person = "id" in actor ? actor : { id: null, name: "" }
  const ownAccountId = actor.kind === "customer" ? actor.id : null
  const account = "account" in by ? by.account.id : ownAccountId
  const kind = subjectKinds[action]
  const booking = sql`${kind === "booking" ? subject : null}::uuid`
  const instant = sql`${at.toISOString()}::timestamptz`
  const webhook = sql`${webhookKindOf(action)}::text`
  // Personal details are stored apart, so that they can be erased (decisions 65, 71).
  const { rows } = await executor.execute<{ event_id: string }>(sql`
    with event as (
      insert into events (at, actor_kind, actor_id, account_id, action, subject_kind, subject_id, booking_id, details)
      values (${instant}, ${actor.kind}, ${person.id}, ${account}, ${action}, ${kind}, ${subject}, ${booking},
        ${JSON.stringify(details)})
      returning id),
    messages as (
      insert into webhook_messages (endpoint_id, kind, event_id, booking_id, at, next_at)
      select endpoint.id, ${webhook}, event.id, ${booking}, ${instant}, now()
      from event, webhook_endpoints endpoint where ${webhook} = any(kinds) and stopped_at is null),
    listed as (
      insert into event_feed (event_id, kind, booking_id, at)
      select id, ${webhook}, ${booking}, ${instant} from event where ${webhook} is not null)
    insert into event_details (event_id, actor_name, api_key, personal, in_journal)
    select id, ${person.name}::text, ${("apiKey" in person && person.apiKey) || null}::text,
      ${JSON.stringify(personal)}::jsonb, ${actor.kind === "administrator"}::boolean
    from event
    returning event_id`)
  const [row] = rows
  if (!row) throw new Error(`The event ${action} was not written`)
  return Number(row.event_id)
}
