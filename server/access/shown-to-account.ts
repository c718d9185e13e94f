import { type SQL, sql } from "drizzle-orm"
import type { ProfileId } from "../../domain/id.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { sharedAccounts } from "../platform/schema/accounts.ts"

/**
 * Whether a booking may be shown to the account that it belongs to, and to whom that account shares with. Somebody who
 * signed up with another person's address is not that person: until the address is shown to be theirs, an account sees
 * what it asked for itself, and nothing that was booked for it. A profile that nobody can sign in to is nobody's to be
 * deceived by.
 */
export function shownToAccount(): SQL {
  return sql`(${bookings.placedBy} is null or ${bookings.placedBy} = ${bookings.userId} or ${isTrusted(sql`${bookings.userId}`)})`
}

/** The account's address was confirmed. A profile without an account has none that could be somebody else's. */
export function isTrusted(accountId: SQL): SQL {
  return sql`not exists (select from users where users.id = ${accountId} and not users.email_verified)`
}

/**
 * A grant counts once whoever got it has confirmed their address: it was given to that address, not to its sign-up. It
 * does not while its owner's account is disabled: nobody goes round that by another person's.
 */
export function grantCounts(): SQL {
  return sql`(${isTrusted(sql`${sharedAccounts.sharedWithId}`)}
    and not exists (select from users where users.id = ${sharedAccounts.ownerId} and users.disabled_at is not null))`
}

/** Whether an account got something that it did not do itself: a booking made for it, or somebody's shared account. */
export function receivedFromOthers(accountId: ProfileId): SQL<boolean> {
  return sql<boolean>`(
    exists (select from bookings where user_id = ${accountId}::uuid and placed_by <> user_id)
    or exists (select from shared_accounts where shared_with_id = ${accountId}::uuid))`
}
