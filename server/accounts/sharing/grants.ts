import { and, asc, desc, eq, ne, sql } from "drizzle-orm"
import type { Account } from "../../../domain/accounts/party.ts"
import type { SharingPermission } from "../../../domain/accounts/sharing.ts"
import type { BookingAct } from "../../../domain/booking/acts.ts"
import type { Id, ProfileId } from "../../../domain/id.ts"
import { isBookingAction } from "../../../domain/journal/acts.ts"
import { isGrantActive, hasConfirmedEmail, isVisibleToAccount } from "../../access/account-visibility.ts"
import { db } from "../../platform/database.server.ts"
import { profiles, sharedAccounts } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { recordedEvents } from "../../platform/schema/events.ts"

export type OwnGrant = {
  id: Id
  /** Empty until the address is confirmed: a stranger may have typed it. */
  name: string
  email: string
  permissions: readonly SharingPermission[]
  isActive: boolean
  createdAt: Date
}

export async function listOwnGrants(ownerId: ProfileId): Promise<OwnGrant[]> {
  const rows = await db
    .select({
      id: sharedAccounts.id,
      name: profiles.name,
      email: profiles.email,
      permissions: sharedAccounts.permissions,
      isActive: sql<boolean>`${hasConfirmedEmail(sql`${sharedAccounts.sharedWithId}`)}`,
      createdAt: sharedAccounts.createdAt,
    })
    .from(sharedAccounts)
    .innerJoin(profiles, eq(profiles.id, sharedAccounts.sharedWithId))
    .where(eq(sharedAccounts.ownerId, ownerId))
    .orderBy(asc(sharedAccounts.createdAt), asc(sharedAccounts.id))
  return rows.map(({ name, ...row }) => ({ ...row, name: row.isActive ? name : "" }))
}

type ReceivedGrant = { id: Id; owner: Account; permissions: readonly SharingPermission[] }

export async function listReceivedGrants(personId: ProfileId): Promise<ReceivedGrant[]> {
  return db
    .select({
      id: sharedAccounts.id,
      owner: { id: profiles.id, name: profiles.name },
      permissions: sharedAccounts.permissions,
    })
    .from(sharedAccounts)
    .innerJoin(profiles, eq(profiles.id, sharedAccounts.ownerId))
    .where(and(eq(sharedAccounts.sharedWithId, personId), isGrantActive()))
    .orderBy(asc(profiles.name), asc(profiles.id))
}

export type ActForAccount = { id: number; at: Date; action: BookingAct["action"]; actorName: string; number: number }

const MAX_ACTS = 10

export async function listActsForAccount(ownerId: ProfileId): Promise<ActForAccount[]> {
  const rows = await db
    .select({
      id: recordedEvents.id,
      at: recordedEvents.at,
      action: recordedEvents.action,
      actorName: recordedEvents.actorName,
      number: bookings.number,
    })
    .from(bookings)
    .innerJoin(recordedEvents, eq(recordedEvents.bookingId, bookings.id))
    .where(
      and(
        eq(bookings.userId, ownerId),
        isVisibleToAccount(),
        eq(recordedEvents.actorKind, "customer"),
        ne(recordedEvents.actorId, ownerId),
      ),
    )
    .orderBy(desc(recordedEvents.id))
    .limit(MAX_ACTS)
  return rows.flatMap(({ action, ...row }) => (isBookingAction(action) ? [{ ...row, action }] : []))
}
