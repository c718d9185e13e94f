import { eq } from "drizzle-orm"
import { type Profile, findOrCreateProfile } from "../customers/profiles.ts"
import { db } from "../database.server.ts"
import { credentials, profiles, sessions, users } from "../schema/accounts.ts"
import { type Session, isDueForRenewal, isOpen, renewSession, sessionToken } from "./sessions.ts"

export type User = { id: string; email: string; name: string; emailVerified: boolean; passwordRenewalDue: boolean }
export type Visitor = { user: User; profile: Profile; session: Session; isAdmin: boolean }

/**
 * Who sends this request, or null for nobody who is signed in. Always asked of the database, so that a session ended
 * elsewhere or a disabled account counts at once. Reading renews the session once a day, unless `renew` is false.
 */
export async function readVisitor(
  request: Request,
  { at = new Date(), renew = true }: { at?: Date; renew?: boolean } = {},
): Promise<Visitor | null> {
  const token = await sessionToken(request)
  if (!token) return null
  const [found] = await db
    .select({
      user: {
        id: users.id,
        email: users.email,
        name: users.name,
        emailVerified: users.emailVerified,
        passwordRenewalDue: users.passwordRenewalDue,
      },
      session: {
        id: sessions.id,
        userId: sessions.userId,
        createdAt: sessions.createdAt,
        expiresAt: sessions.expiresAt,
      },
      profile: profiles,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(isOpen(token, at))
  if (!found) return null

  const { user, session } = found
  const profile = found.profile ?? (await findOrCreateProfile(user))
  if (renew && isDueForRenewal(session, at))
    session.expiresAt = (await renewSession(session.id, at)) ?? session.expiresAt
  return { user, profile, session, isAdmin: profile.role === "admin" }
}

/** How the person can sign in, in the words of the session's answer (specification, section 3). */
export async function identitiesOf(userId: string): Promise<{ provider: string }[]> {
  const rows = await db
    .select({ provider: credentials.providerId })
    .from(credentials)
    .where(eq(credentials.userId, userId))
  return rows.map(({ provider }) => ({ provider: provider === "credential" ? "email" : provider }))
}
