import { eq, sql } from "drizzle-orm"
import type { ProfileId } from "../../domain/id.ts"
import type { Actor } from "../../domain/accounts/party.ts"
import type { Transaction } from "../database.server.ts"
import { profiles } from "../schema/accounts.ts"
import { recordEvent } from "./record.ts"

/**
 * Erases from the record of events what names a person or was typed about them (D52): their name wherever they acted,
 * and the personal details of what was done in their name, to their account or with their bookings, or that hold their
 * e-mail address. The facts stay. For retention, which knows what is still needed as evidence and asks before the
 * account goes. Answers how many events were touched; a second call finds nothing.
 */
export async function eraseDetailsOf(tx: Transaction, by: Actor, personId: ProfileId, at: Date): Promise<number> {
  const [person] = await tx.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, personId))
  const address = person?.email ?? null
  const { rows } = await tx.execute(sql`
      with touched as (
        select id,
          actor_id = ${personId}::uuid as acted,
          account_id = ${personId}::uuid
            or subject_kind in ('person', 'profile') and subject_id = ${personId}
            or booking_id in (select id from bookings where user_id = ${personId}::uuid)
            or strpos(lower(personal::text), lower(${address}::text)) > 0 as is_about
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
