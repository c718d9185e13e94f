import { periods } from "../../../domain/retention/periods.ts"
import { type SQL, and, eq, gt, isNull, ne, sql } from "drizzle-orm"
import type { Id, ProfileId } from "../../../domain/id.ts"
import { type Executor, type Transaction, db } from "../../platform/database.server.ts"
import { pendingSignIns, sessions, users } from "../../platform/schema/accounts.ts"
import { apiKeys } from "../../platform/schema/api-keys.ts"
import { calendarFeeds } from "../../platform/schema/calendar-feeds.ts"
import { privateCookie } from "./private-cookie.ts"
import { digestOf, newToken } from "../../platform/secrets/secret-token.ts"

/** An open session. The token that opens it is in the browser's cookie and nowhere else. */
export type Session = { id: Id; userId: ProfileId; createdAt: Date; expiresAt: Date }

/** A session ends this long after it was last renewed. */
const idleSeconds = periods.sessionIdleDays * 24 * 60 * 60
/** And this long after it was opened, whatever happens. The cookie lasts as long; the database decides (D16). */
const absoluteSeconds = periods.sessionDays * 24 * 60 * 60
/** Renewed while pages are read, at most this often. */
const renewAfterSeconds = 24 * 60 * 60

const cookie = privateCookie("session_token", absoluteSeconds)

export function hasSessionCookie(request: Request): boolean {
  return cookie.read(request) !== null
}

/** By what the database knows the session that the request came with. */
export function sessionDigest(request: Request): string | null {
  // A cookie given before migration 0017 has a signature after a dot. Its token is as secret without.
  const [token] = cookie.read(request)?.split(".") ?? []
  return token ? digestOf(token) : null
}

/** Opens a session for anyone who has shown who they are. The headers give its cookie to the browser. */
export async function openSession(on: Executor, userId: ProfileId, request: Request, at: Date): Promise<Headers> {
  const token = newToken()
  await on.insert(sessions).values({
    tokenDigest: digestOf(token),
    userId,
    userAgent: request.headers.get("user-agent")?.slice(0, 500) ?? "",
    createdAt: at,
    expiresAt: new Date(at.getTime() + idleSeconds * 1000),
  })
  return cookie.give(token)
}

/** Open at that instant: neither idle for too long nor past the absolute end, and of an account that is not disabled. */
export function isOpen(at: SQL) {
  return and(
    gt(sessions.expiresAt, at),
    gt(sessions.createdAt, sql`${at} - make_interval(secs => ${absoluteSeconds}::float8)`),
    isNull(users.disabledAt),
  )
}

/** True when a page that is read should renew the session on its way. */
export function isDueForRenewal(session: Session, at: Date): boolean {
  const lastRenewed = session.expiresAt.getTime() - idleSeconds * 1000
  const absoluteEnd = session.createdAt.getTime() + absoluteSeconds * 1000
  return at.getTime() - lastRenewed > renewAfterSeconds * 1000 && session.expiresAt.getTime() < absoluteEnd
}

/** Moves the idle end to seven days from now, never past the absolute end. Null when the session has gone. */
export async function renewSession(id: Id, at: Date = new Date()): Promise<Date | null> {
  const [renewed] = await db
    .update(sessions)
    .set({
      expiresAt: sql`least(
        ${at.toISOString()}::timestamptz + make_interval(secs => ${idleSeconds}::float8),
        ${sessions.createdAt} + make_interval(secs => ${absoluteSeconds}::float8))`,
    })
    .where(and(eq(sessions.id, id), gt(sessions.expiresAt, at)))
    .returning({ expiresAt: sessions.expiresAt })
  return renewed?.expiresAt ?? null
}

/** Ends the session that the request came with, if any. The headers make the browser forget its cookie. */
export async function endSession(request: Request, on: Executor = db): Promise<Headers> {
  const digest = sessionDigest(request)
  if (digest) await on.delete(sessions).where(eq(sessions.tokenDigest, digest))
  return cookie.withdraw()
}

/**
 * Ends every session of a person, less the one to `keep`, with what else opens something of theirs without the password:
 * what a password alone has begun to open, the addresses of calendars and the keys of the API, which anyone who had a session may have made.
 * Answers how many sessions there were.
 */
export async function endSessionsOf(tx: Transaction, userId: ProfileId, keep?: Id): Promise<number> {
  await tx.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId))
  await tx.delete(apiKeys).where(eq(apiKeys.userId, userId))
  return endSignInsOf(tx, userId, keep)
}

/**
 * Ends the sessions alone, and what a password alone has begun to open: of an account that opens nothing while it is
 * disabled, and of one that is to sign in again, nobody else had the password. Answers how many sessions there were.
 */
export async function endSignInsOf(tx: Transaction, userId: ProfileId, keep?: Id): Promise<number> {
  await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId))
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), keep ? ne(sessions.id, keep) : undefined))
  return ended.rowCount ?? 0
}
