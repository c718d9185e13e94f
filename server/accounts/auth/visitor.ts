import { and, eq, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { Account } from "../../../domain/accounts/party.ts"
import type { SharingPermission } from "../../../domain/accounts/sharing.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Profile, findOrCreateProfile } from "../customers/profiles.ts"
import { db } from "../../platform/database.server.ts"
import { log } from "../../platform/log.ts"
import { grantCounts } from "../../access/shown-to-account.ts"
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
import { type Session, isDueForRenewal, isOpen, renewSession, sessionDigest } from "./sessions.ts"

export type User = {
  id: ProfileId
  email: string
  name: string
  emailVerified: boolean
  passwordRenewalDue: boolean
  hasSecondFactor: boolean
}
/** Whose account somebody acts for besides their own. */
export type Acting =
  | { kind: "shared"; account: Account; permissions: readonly SharingPermission[] }
  /** The access was taken back meanwhile, or does not count any more: nothing is done for anybody until that was read. */
  | { kind: "ended"; account: Account }

export type Visitor = {
  user: User
  profile: Profile
  session: Session
  /** Null for their own account. */
  acting: Acting | null
  /** The accounts that are open to them, by their owners' names. */
  sharedWithThem: readonly Account[]
  isAdmin: boolean
  /** An administrator without the second factor that administrators need here (D17). */
  secondFactorDue: boolean
  /** How many lines the valid cart has of the account that they act for. */
  cartLines: number
}

/** The page that opening the account leads to, over a slow line; not those that are opened from it. */
const GREETED_MS = 15_000
/** The account and its first session are written in one transaction. */
const TOGETHER_MS = 5_000

/** Whether it opened its account a moment ago, and has not signed in otherwise since. */
export function hasJustSignedUp({ profile: { createdAt, lastSignInAt } }: Pick<Visitor, "profile">, at: Date): boolean {
  const opened = createdAt.getTime()
  const isFirst = lastSignInAt !== null && Math.abs(lastSignInAt.getTime() - opened) < TOGETHER_MS
  return isFirst && at.getTime() - opened < GREETED_MS
}

const owner = alias(profiles, "owner")
const accountOfSession = sql`coalesce(${sessions.actingFor}, ${sessions.userId})`

/** All that a page asks about who sends it, in one statement: whoever is signed in pays for it with each of them. */
function visitorRow(digest: string, at: Date) {
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
        where shared_accounts.shared_with_id = ${sessions.userId} and ${grantCounts()})`,
      administratorsNeedSecondFactor: signInSettings.administratorsNeedSecondFactor,
      cartLines: sql<number>`(
        select count(*)::integer from cart_items where cart_id = (
          select id from carts where user_id = ${accountOfSession} and expires_at > ${now} order by created_at desc limit 1))`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(profiles, eq(profiles.id, users.id))
    .leftJoin(owner, eq(owner.id, sessions.actingFor))
    .leftJoin(
      sharedAccounts,
      and(eq(sharedAccounts.ownerId, sessions.actingFor), eq(sharedAccounts.sharedWithId, users.id), grantCounts()),
    )
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .leftJoin(signInSettings, eq(signInSettings.id, 1))
    .where(and(eq(sessions.tokenDigest, digest), isOpen(now)))
}

/**
 * Who sends this request, or null for nobody who is signed in. Always asked of the database, so that a session ended
 * elsewhere or a disabled account counts at once. Reading renews the session once a day, unless `renew` is false.
 */
export async function readVisitor(
  request: Request,
  { at = new Date(), renew = true }: { at?: Date; renew?: boolean } = {},
): Promise<Visitor | null> {
  const digest = sessionDigest(request)
  return digest ? readVisitorOf(digest, { at, renew }) : null
}

/** The same for the session that this digest names. */
export async function readVisitorOf(
  digest: string,
  { at, renew }: { at: Date; renew: boolean },
): Promise<Visitor | null> {
  const [found] = await visitorRow(digest, at)
  if (!found) return null

  const { user, session } = found
  const profile = found.profile ?? (await findOrCreateProfile(user))
  if (renew && isDueForRenewal(session, at)) session.expiresAt = (await tryToRenew(session, at)) ?? session.expiresAt
  const isAdmin = profile.role === "admin"
  const secondFactorDue = isAdmin && !user.hasSecondFactor && found.administratorsNeedSecondFactor === true
  const { sharedWithThem, cartLines } = found
  return { user, profile, session, acting: actingOf(found), sharedWithThem, isAdmin, secondFactorDue, cartLines }
}

/** Whose account the pages that anybody may read are about, and whose holds are no obstacle there; null for nobody's. */
export function holderOf(visitor: Visitor | null): ProfileId | null {
  if (!visitor || visitor.acting?.kind === "ended") return null
  return visitor.acting ? visitor.acting.account.id : visitor.profile.id
}

function actingOf({
  actingFor: account,
  permissions,
}: {
  actingFor: Account | null
  permissions: SharingPermission[] | null
}): Acting | null {
  if (!account) return null
  return permissions ? { kind: "shared", account, permissions } : { kind: "ended", account }
}

/** A disk that is full keeps nobody from reading: the session is renewed with a later page. */
async function tryToRenew({ id }: Session, at: Date): Promise<Date | null> {
  try {
    return await renewSession(id, at)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    log.warn("A session could not be renewed", { error })
    return null
  }
}

/** Who is signed in, as the journal names who acts. */
export function actorOf({ user, profile, isAdmin }: Visitor) {
  return { kind: isAdmin ? ("administrator" as const) : ("customer" as const), id: user.id, name: profile.name }
}

/** How the person can sign in, in the words of the session's answer (specification, section 3). */
export async function identitiesOf(userId: ProfileId): Promise<{ provider: string }[]> {
  return (await hasPassword(userId)) ? [{ provider: "email" }] : []
}
