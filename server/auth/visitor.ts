import { and, eq, sql } from "drizzle-orm"
import type { ProfileId } from "../../domain/id.ts"
import { type Profile, findOrCreateProfile } from "../customers/profiles.ts"
import { db } from "../database.server.ts"
import { log } from "../log.ts"
import { isUnavailable } from "../unavailable.ts"
import { profiles, secondFactors, sessions, signInSettings, users } from "../schema/accounts.ts"
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
export type Visitor = {
  user: User
  profile: Profile
  session: Session
  isAdmin: boolean
  /** An administrator without the second factor that administrators need here (D17). */
  secondFactorDue: boolean
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
  if (!digest) return null
  const [found] = await db
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
      administratorsNeedSecondFactor: signInSettings.administratorsNeedSecondFactor,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(profiles, eq(profiles.id, users.id))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .leftJoin(signInSettings, eq(signInSettings.id, 1))
    .where(and(eq(sessions.tokenDigest, digest), isOpen(at)))
  if (!found) return null

  const { user, session } = found
  const profile = found.profile ?? (await findOrCreateProfile(user))
  if (renew && isDueForRenewal(session, at)) session.expiresAt = (await tryToRenew(session, at)) ?? session.expiresAt
  const isAdmin = profile.role === "admin"
  const secondFactorDue = isAdmin && !user.hasSecondFactor && found.administratorsNeedSecondFactor === true
  return { user, profile, session, isAdmin, secondFactorDue }
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
