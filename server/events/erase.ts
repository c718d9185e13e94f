import { sql } from "drizzle-orm"
import type { ProfileId } from "../../domain/id.ts"
import type { Actor } from "../../domain/accounts/party.ts"
import { provenAddress } from "../customers/proven-address.ts"
import type { Transaction } from "../database.server.ts"
import { recordEvent } from "./record.ts"

/**
 * Erases from the record of events what names a person or was typed about them (D52): their name wherever they acted,
 * and the personal details of what was done in their name, to their account or with their bookings, or that hold their
 * e-mail address, whole, where it is known to be theirs. The facts stay. For retention, which knows what is still needed as evidence and asks before the
 * account goes. Answers how many events were touched; a second call finds nothing.
 */
export async function eraseDetailsOf(tx: Transaction, by: Actor, personId: ProfileId, at: Date): Promise<number> {
  const address = await provenAddress(tx, personId)
  const { rows } = await tx.execute(sql`
      with touched as (
        select id,
          actor_id = ${personId}::uuid as acted,
          account_id = ${personId}::uuid
            or subject_kind in ('person', 'profile') and subject_id = ${personId}
            or booking_id in (select id from bookings where user_id = ${personId}::uuid)
            or ${
              address === null
                ? sql`false`
                : sql`(strpos(lower(personal::text), ${address}) > 0 and lower(personal::text) ~ ${alone(address)})`
            } as is_about
        from recorded_events)
      update event_details set
        actor_name = case when acted and actor_name <> '' then null else actor_name end,
        api_key = case when acted then null else api_key end,
        personal = case when is_about and personal <> '{}' then null else personal end
      from touched
      where event_id = id and (acted and actor_name <> '' or is_about and personal <> '{}')
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

/** Matches that address and no longer one: marie-jean@x.fr is somebody else than jean@x.fr. */
function alone(address: string): string {
  const quoted = address.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  return `(^|[^a-z0-9._%+-])${quoted}($|[^a-z0-9.-]|[.-]($|[^a-z0-9]))`
}
