import { type SQL, sql } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import type { Actor } from "../../../domain/accounts/party.ts"
import { findVerifiedAddress } from "./verified-address.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"

/** Must run before the account is erased, since its address finds the details (D52). */
export async function eraseEventDetails(tx: Transaction, by: Actor, personId: ProfileId, at: Date): Promise<number> {
  const address = await findVerifiedAddress(tx, personId)
  // Arrays: a join would scan the whole table.
  const { rows } = await tx.execute(sql`
      with acted as materialized (select array(select id from events where actor_id = ${personId}::uuid) as ids),
      about as materialized (select array(
        select id from events where account_id = ${personId}::uuid
        union select id from events where subject_kind in ('person', 'profile') and subject_id = ${personId}
        union select id from events
          where booking_id = any(array(select id from bookings where user_id = ${personId}::uuid))
        ${address === null ? sql`` : sql`union select event_id from event_details where ${containsAddress(address)}`}) as ids)
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

/** strpos is cheap; the regular expression is not. */
function containsAddress(address: string): SQL {
  return sql`case when strpos(lower(personal::text), ${address}) > 0 then lower(personal::text) ~ ${wholeAddressPattern(address)} else false end`
}

/** Rejects longer addresses: marie-jean@x.fr is not jean@x.fr. */
function wholeAddressPattern(address: string): string {
  const quoted = address.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  return `(^|[^a-z0-9._%+-])${quoted}($|[^a-z0-9.-]|[.-]($|[^a-z0-9]))`
}
