import { and, count, desc, eq, gt, isNull } from "drizzle-orm"
import type { SharingPermission } from "../../../domain/accounts/sharing.ts"
import { type ProfileId, isId } from "../../../domain/id.ts"
import { type CustomerBooking, bookingsOfCustomer } from "../../booking-record/queries.ts"
import type { Profile } from "../../accounts/customers/profiles.ts"
import { hasPassword } from "../../accounts/auth/password-link.ts"
import { db } from "../../platform/database.server.ts"
import { profiles, sessions, sharedAccounts, users } from "../../platform/schema/accounts.ts"
import { type AccountState, stateOf } from "../../accounts/people/list.ts"

/** An account that one person opened to another (D19). */
export type Sharing = {
  id: ProfileId
  personId: ProfileId
  name: string
  email: string
  permissions: SharingPermission[]
  createdAt: Date
}

export type PersonDetail = {
  profile: Profile
  state: AccountState
  emailVerified: boolean
  /** False for an account made on the phone whose owner has not chosen one yet. */
  hasPassword: boolean
  passwordRenewalDue: boolean
  /** Devices signed in at this moment. */
  sessions: number
  bookings: CustomerBooking[]
  given: Sharing[]
  received: Sharing[]
}

/** Everything the back office knows of a person, or null for nobody. */
export async function personDetail(id: string, at: Date): Promise<PersonDetail | null> {
  if (!isId(id)) return null
  const [found] = await db
    .select({
      profile: profiles,
      account: users.id,
      emailVerified: users.emailVerified,
      disabledAt: users.disabledAt,
      passwordRenewalDue: users.passwordRenewalDue,
    })
    .from(profiles)
    .leftJoin(users, eq(users.id, profiles.id))
    .where(eq(profiles.id, id))
  if (!found) return null
  const [own, given, received, password, open] = await Promise.all([
    bookingsOfCustomer(id, at),
    sharings("given", id),
    sharings("received", id),
    hasPassword(id),
    db
      .select({ sessions: count() })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.userId, id), gt(sessions.expiresAt, at), isNull(users.disabledAt))),
  ])
  return {
    profile: found.profile,
    state: stateOf(found),
    emailVerified: found.emailVerified ?? false,
    hasPassword: password,
    passwordRenewalDue: found.passwordRenewalDue ?? false,
    sessions: open[0]?.sessions ?? 0,
    bookings: own,
    given,
    received,
  }
}

async function sharings(direction: "given" | "received", id: ProfileId): Promise<Sharing[]> {
  const [mine, theirs] =
    direction === "given"
      ? [sharedAccounts.ownerId, sharedAccounts.sharedWithId]
      : [sharedAccounts.sharedWithId, sharedAccounts.ownerId]
  return db
    .select({
      id: sharedAccounts.id,
      personId: profiles.id,
      name: profiles.name,
      email: profiles.email,
      permissions: sharedAccounts.permissions,
      createdAt: sharedAccounts.createdAt,
    })
    .from(sharedAccounts)
    .innerJoin(profiles, eq(profiles.id, theirs))
    .where(eq(mine, id))
    .orderBy(desc(sharedAccounts.createdAt))
}
