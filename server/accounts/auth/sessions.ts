import { periods } from "../../../domain/retention/periods.ts"
import { type SQL, and, eq, gt, isNull, ne, sql } from "drizzle-orm"
import type { Id, ProfileId } from "../../../domain/id.ts"
import { type Executor, type Transaction, db } from "../../platform/database.server.ts"
import { pendingSignIns, sessions, users } from "../../platform/schema/accounts.ts"
import { apiKeys } from "../../platform/schema/api-keys.ts"
import { calendarFeeds } from "../../platform/schema/calendar-feeds.ts"
import { createPrivateCookie } from "./private-cookie.ts"
import { digestOf, newToken } from "../../platform/secrets/secret-token.ts"

export type Session = { id: Id; userId: ProfileId; createdAt: Date; expiresAt: Date }

const idleSeconds = periods.sessionIdleDays * 24 * 60 * 60
const absoluteSeconds = periods.sessionDays * 24 * 60 * 60
const renewAfterSeconds = 24 * 60 * 60

const cookie = createPrivateCookie("session_token", absoluteSeconds)

export function hasSessionCookie(request: Request): boolean {
  return cookie.read(request) !== null
}

export function sessionDigest(request: Request): string | null {
  // Cookies from before migration 0017 carry a signature.
  const [token] = cookie.read(request)?.split(".") ?? []
  return token ? digestOf(token) : null
}

export async function openSession(executor: Executor, userId: ProfileId, request: Request, at: Date): Promise<Headers> {
  const token = newToken()
  await executor.insert(sessions).values({
    tokenDigest: digestOf(token),
    userId,
    userAgent: request.headers.get("user-agent")?.slice(0, 500) ?? "",
    createdAt: at,
    expiresAt: new Date(at.getTime() + idleSeconds * 1000),
  })
  return cookie.set(token)
}

export function isSessionOpen(at: SQL) {
  return and(
    gt(sessions.expiresAt, at),
    gt(sessions.createdAt, sql`${at} - make_interval(secs => ${absoluteSeconds}::float8)`),
    isNull(users.disabledAt),
  )
}

export function isDueForRenewal(session: Session, at: Date): boolean {
  const lastRenewed = session.expiresAt.getTime() - idleSeconds * 1000
  const absoluteEnd = session.createdAt.getTime() + absoluteSeconds * 1000
  return at.getTime() - lastRenewed > renewAfterSeconds * 1000 && session.expiresAt.getTime() < absoluteEnd
}

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

export async function endSession(request: Request, executor: Executor = db): Promise<Headers> {
  const digest = sessionDigest(request)
  if (digest) await executor.delete(sessions).where(eq(sessions.tokenDigest, digest))
  return cookie.clear()
}

/** An intruder may have made the calendar feeds and API keys. */
export async function endSessionsAndKeys(tx: Transaction, userId: ProfileId, exceptSession?: Id): Promise<number> {
  await tx.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId))
  await tx.delete(apiKeys).where(eq(apiKeys.userId, userId))
  return endSessions(tx, userId, exceptSession)
}

export async function endSessions(tx: Transaction, userId: ProfileId, exceptSession?: Id): Promise<number> {
  await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId))
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), exceptSession ? ne(sessions.id, exceptSession) : undefined))
  return ended.rowCount ?? 0
}
