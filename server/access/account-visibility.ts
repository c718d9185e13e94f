import { type SQL, sql } from "drizzle-orm"
import type { ProfileId } from "../../domain/id.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { sharedAccounts } from "../platform/schema/accounts.ts"

/**
 * Hides bookings placed by others until the account's address is confirmed: anyone can sign up with a stranger's
 * address.
 */
export function isVisibleToAccount(): SQL {
  return sql`(${bookings.placedBy} is null or ${bookings.placedBy} = ${bookings.userId} or ${hasConfirmedEmail(sql`${bookings.userId}`)})`
}

export function hasConfirmedEmail(accountId: SQL): SQL {
  return sql`not exists (select from users where users.id = ${accountId} and not users.email_verified)`
}

/** A disabled owner must not act through another's account. */
export function isGrantActive(): SQL {
  return sql`(${hasConfirmedEmail(sql`${sharedAccounts.sharedWithId}`)}
    and not exists (select from users where users.id = ${sharedAccounts.ownerId} and users.disabled_at is not null))`
}

export function hasBookingsOrAccessFromOthers(accountId: ProfileId): SQL<boolean> {
  return sql<boolean>`(
    exists (select from bookings where user_id = ${accountId}::uuid and placed_by <> user_id)
    or exists (select from shared_accounts where shared_with_id = ${accountId}::uuid))`
}
