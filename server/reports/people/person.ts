import { and, count, desc, eq, gt, isNull } from "drizzle-orm"
import type { SharingPermission } from "../../../domain/accounts/sharing.ts"
import { type ProfileId, isId } from "../../../domain/id.ts"
import { type CustomerBooking, listCustomerBookings } from "../../booking-record/queries.ts"
import type { Profile } from "../../accounts/customers/profiles.ts"
import { hasPassword } from "../../accounts/auth/password-link.ts"
import { db } from "../../platform/database.server.ts"
import { profiles, sessions, sharedAccounts, users } from "../../platform/schema/accounts.ts"
import { type AccountState, accountState } from "../../accounts/people/list.ts"

/** Account access granted to another person (D19). */
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
  hasPassword: boolean
  passwordRenewalDue: boolean
  sessions: number
  bookings: CustomerBooking[]
  granted: Sharing[]
  received: Sharing[]
}

export async function readPersonDetail(id: string, at: Date): Promise<PersonDetail | null> {
  if (!isId(id)) return null
  const [row] = await db
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
  if (!row) return null
  const [customerBookings, granted, received, password, open] = await Promise.all([
    listCustomerBookings(id, at),
    listSharings("given", id),
    listSharings("received", id),
    hasPassword(id),
    db
      .select({ sessions: count() })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.userId, id), gt(sessions.expiresAt, at), isNull(users.disabledAt))),
  ])
  return {
    profile: row.profile,
    state: accountState(row),
    emailVerified: row.emailVerified ?? false,
    hasPassword: password,
    passwordRenewalDue: row.passwordRenewalDue ?? false,
    sessions: open[0]?.sessions ?? 0,
    bookings: customerBookings,
    granted,
    received,
  }
}

async function listSharings(direction: "given" | "received", id: ProfileId): Promise<Sharing[]> {
  const [ownColumn, otherColumn] =
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
    .innerJoin(profiles, eq(profiles.id, otherColumn))
    .where(eq(ownColumn, id))
    .orderBy(desc(sharedAccounts.createdAt))
}
