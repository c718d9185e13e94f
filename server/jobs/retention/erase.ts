import { type SQL, sql } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import type { Actor } from "../../../domain/accounts/party.ts"
import { provenAddress } from "./proven-address.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"

/**
 * Erases from the record of events what names a person or was typed about them (D52): their name wherever they acted,
 * and the personal details of what was done in their name, to their account or with their bookings, or that hold their
 * e-mail address, whole, where it is known to be theirs. The facts stay. For retention, which knows what is still needed as
 * evidence and asks before the account goes. Answers how many events were touched; a second call finds nothing. The record
 * grows for ever: only the address is looked for everywhere, and only among personal details.
 */
export async function eraseDetailsOf(tx: Transaction, by: Actor, personId: ProfileId, at: Date): Promise<number> {
  const address = await provenAddress(tx, personId)
  // Arrays, because how few they are is not known beforehand: a join would read all that is there.
  const { rows } = await tx.execute(sql`
      with acted as materialized (select array(select id from events where actor_id = ${personId}::uuid) as ids),
      about as materialized (select array(
        select id from events where account_id = ${personId}::uuid
        union select id from events where subject_kind in ('person', 'profile') and subject_id = ${personId}
        union select id from events
          where booking_id = any(array(select id from bookings where user_id = ${personId}::uuid))
        ${address === null ? sql`` : sql`union select event_id from event_details where ${holds(address)}`}) as ids)
      update event_details set
        actor_name = case when event_id = any(acted.ids) and actor_name <> '' then null else actor_name end,
        api_key = case when event_id = any(acted.ids) then null else api_key end,
        personal = case when event_id = any(about.ids) and personal <> '{}' then null else personal end
      from acted, about
      where event_id = any(acted.ids || about.ids)
        and (event_id = any(acted.ids) and actor_name <> '' or event_id = any(about.ids) and personal <> '{}')
      returning event_id`)
  if (rows.length > 0)
    await recordEvent(tx, {
      by,
      action: "person.details-erased",
      subject: personId,
      details: { events: rows.length },
      at,
    })
  return rows.length
}

/** Of `event_details`. To look for the letters costs little, and leaves few rows to the pattern. */
function holds(address: string): SQL {
  return sql`case when strpos(lower(personal::text), ${address}) > 0 then lower(personal::text) ~ ${alone(address)} else false end`
}

/** Matches that address and no longer one: marie-jean@x.fr is somebody else than jean@x.fr. */
function alone(address: string): string {
  const quoted = address.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  return `(^|[^a-z0-9._%+-])${quoted}($|[^a-z0-9.-]|[.-]($|[^a-z0-9]))`
}
