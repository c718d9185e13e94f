import { sql } from "drizzle-orm"
import type { Account } from "../../../domain/accounts/party.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { db } from "../../platform/database.server.ts"

const NOTICE_DAYS = 30

/** null for strangers: they must not learn that the booking exists. */
export async function findEndedAccess(personId: ProfileId, number: number, at: Date): Promise<Account | null> {
  const { rows } = await db.execute<Account>(sql`
    select profiles.id, profiles.name
    from bookings join profiles on profiles.id = bookings.user_id
    where bookings.number = ${number} and profiles.erased_at is null and exists (
      select from events
      where account_id = bookings.user_id and action = 'sharing.ended'
        and details ->> 'person' = ${personId}
        and at > ${at.toISOString()}::timestamptz - make_interval(days => ${NOTICE_DAYS}::integer))`)
  return rows[0] ?? null
}
