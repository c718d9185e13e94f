import { and, eq, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { Account } from "../../../domain/accounts/party.ts"
import type { SharingPermission } from "../../../domain/accounts/sharing.ts"
import { type BackOfficeRole, backOfficeRole } from "../../../domain/accounts/staff-roles.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Profile, findOrCreateProfile } from "../customers/profiles.ts"
import { db } from "../../platform/database.server.ts"
import { log } from "../../platform/log.ts"
import { isGrantActive } from "../../access/account-visibility.ts"
import { isUnavailable } from "../../platform/unavailable.ts"
import {
  profiles,
  secondFactors,
  sessions,
  sharedAccounts,
  signInSettings,
  users,
} from "../../platform/schema/accounts.ts"
import { hasPassword } from "./password-link.ts"
import { type Session, isDueForRenewal, isSessionOpen, renewSession, sessionDigest } from "./sessions.ts"

export type User = {
  id: ProfileId
  email: string
  name: string
  emailVerified: boolean
  passwordRenewalDue: boolean
  hasSecondFactor: boolean
}
export type Acting =
  | { kind: "shared"; account: Account; permissions: readonly SharingPermission[] }
  /** Access was withdrawn; nothing may be done until the visitor acknowledges it. */
  | { kind: "ended"; account: Account }

export type Visitor = {
  user: User
  profile: Profile
  session: Session
  acting: Acting | null
  sharedWithThem: readonly Account[]
  isAdmin: boolean
  /** null for customers. */
  role: BackOfficeRole | null
  secondFactorDue: boolean
  cartLines: number
}

const WELCOME_MS = 15_000
const FIRST_SIGN_IN_TOLERANCE_MS = 5_000

export function hasJustSignedUp({ profile: { createdAt, lastSignInAt } }: Pick<Visitor, "profile">, at: Date): boolean {
  const opened = createdAt.getTime()
  const isFirst = lastSignInAt !== null && Math.abs(lastSignInAt.getTime() - opened) < FIRST_SIGN_IN_TOLERANCE_MS
  return isFirst && at.getTime() - opened < WELCOME_MS
}

const owner = alias(profiles, "owner")
const sessionAccount = sql`coalesce(${sessions.actingFor}, ${sessions.userId})`

/** One statement, because every signed-in page runs it. */
function selectVisitor(digest: string, at: Date) {
  const now = sql`${at.toISOString()}::timestamptz`
  return db
    .select({
      user: {
        id: users.id,
        email: users.email,
        name: users.name,
        emailVerified: users.emailVerified,
        passwordRenewalDue: users.passwordRenewalDue,
        hasSecondFactor: sql<boolean>`${secondFactors.confirmedAt} is not null`,
      },
      session: {
        id: sessions.id,
        userId: sessions.userId,
        createdAt: sessions.createdAt,
        expiresAt: sessions.expiresAt,
      },
      profile: profiles,
      actingFor: { id: owner.id, name: owner.name },
      permissions: sharedAccounts.permissions,
      sharedWithThem: sql<Account[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', profiles.id, 'name', profiles.name) order by profiles.name), '[]')
        from shared_accounts join profiles on profiles.id = shared_accounts.owner_id
        where shared_accounts.shared_with_id = ${sessions.userId} and ${isGrantActive()})`,
      secondFactorRoles: signInSettings.secondFactorRoles,
      cartLines: sql<number>`(
        select count(*)::integer from cart_items where cart_id = (
          select id from carts where user_id = ${sessionAccount} and expires_at > ${now} order by created_at desc limit 1))`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(profiles, eq(profiles.id, users.id))
    .leftJoin(owner, eq(owner.id, sessions.actingFor))
    .leftJoin(
      sharedAccounts,
      and(eq(sharedAccounts.ownerId, sessions.actingFor), eq(sharedAccounts.sharedWithId, users.id), isGrantActive()),
    )
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .leftJoin(signInSettings, eq(signInSettings.id, 1))
    .where(and(eq(sessions.tokenDigest, digest), isSessionOpen(now)))
}

/** Never cached: an ended session or a disabled account counts at once. */
export async function readVisitor(
  request: Request,
  { at = new Date(), renew = true }: { at?: Date; renew?: boolean } = {},
): Promise<Visitor | null> {
  const digest = sessionDigest(request)
  return digest ? readVisitorByDigest(digest, { at, renew }) : null
}

export async function readVisitorByDigest(
  digest: string,
  { at, renew }: { at: Date; renew: boolean },
): Promise<Visitor | null> {
  const [row] = await selectVisitor(digest, at)
  if (!row) return null

  const { user, session } = row
  const profile = row.profile ?? (await findOrCreateProfile(user))
  if (renew && isDueForRenewal(session, at)) session.expiresAt = (await tryToRenew(session, at)) ?? session.expiresAt
  const role = backOfficeRole(profile)
  const secondFactorDue = role !== null && !user.hasSecondFactor && (row.secondFactorRoles ?? []).includes(role)
  const { sharedWithThem, cartLines } = row
  const isAdmin = role === "admin"
  return { user, profile, session, acting: toActing(row), sharedWithThem, isAdmin, role, secondFactorDue, cartLines }
}

/** Availability ignores this account's own holds; null when the visitor may act for nobody. */
export function actingAccountId(visitor: Visitor | null): ProfileId | null {
  if (!visitor || visitor.acting?.kind === "ended") return null
  return visitor.acting ? visitor.acting.account.id : visitor.profile.id
}

function toActing({
  actingFor: account,
  permissions,
}: {
  actingFor: Account | null
  permissions: SharingPermission[] | null
}): Acting | null {
  if (!account) return null
  return permissions ? { kind: "shared", account, permissions } : { kind: "ended", account }
}

/** A full disk must not keep anybody from reading. */
async function tryToRenew({ id }: Session, at: Date): Promise<Date | null> {
  try {
    return await renewSession(id, at)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    log.warn("A session could not be renewed", { error })
    return null
  }
}

export function actorOf({ profile }: Visitor) {
  return accountActor(profile)
}

/** The actor of what somebody does to their own account. */
export function accountActor({ id, name, role }: { id: ProfileId; name: string; role: Profile["role"] }) {
  return { kind: role === "admin" ? ("administrator" as const) : ("customer" as const), id, name }
}

export async function listIdentities(userId: ProfileId): Promise<{ provider: string }[]> {
  return (await hasPassword(userId)) ? [{ provider: "email" }] : []
}
