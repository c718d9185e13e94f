import { createHmac, timingSafeEqual } from "node:crypto"
import { and, eq, gt, isNull, sql } from "drizzle-orm"
import { db } from "../database.server.ts"
import { sessions, users } from "../schema/accounts.ts"
import { absoluteSeconds, authentication, idleSeconds, sessionCookie } from "./auth.ts"

/** An open session. The token that opens it never leaves this folder. */
export type Session = { id: string; userId: string; createdAt: Date; expiresAt: Date }

/** Renewed while pages are read, at most this often. */
const renewAfterSeconds = 24 * 60 * 60

export function hasSessionCookie(request: Request): boolean {
  return cookieValue(request) !== null
}

/**
 * The token in the request's cookie, when we signed it. Checked here as better-auth signs it (HMAC-SHA-256, base64,
 * after a dot), so that a page asks the database once and somebody who has read the table still cannot sign in.
 */
export async function sessionToken(request: Request): Promise<string | null> {
  const value = cookieValue(request)
  if (!value) return null
  const dot = value.lastIndexOf(".")
  if (dot < 1) return null
  const { secret } = await authentication()
  const expected = createHmac("sha256", secret).update(value.slice(0, dot)).digest()
  const given = Buffer.from(value.slice(dot + 1), "base64")
  return given.length === expected.length && timingSafeEqual(given, expected) ? value.slice(0, dot) : null
}

function cookieValue(request: Request): string | null {
  for (const part of (request.headers.get("cookie") ?? "").split(";")) {
    const [name, ...rest] = part.split("=")
    if (name?.trim() === sessionCookie) return decoded(rest.join("=").trim()) || null
  }
  return null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ""
  }
}

/** Open at that instant: neither idle for too long nor past the absolute end, and of an account that is not disabled. */
export function isOpen(token: string, at: Date) {
  const oldest = new Date(at.getTime() - absoluteSeconds * 1000)
  return and(
    eq(sessions.token, token),
    gt(sessions.expiresAt, at),
    gt(sessions.createdAt, oldest),
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
export async function renewSession(id: string, at: Date = new Date()): Promise<Date | null> {
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

/** Ends the session that the request came with, if any. */
export async function endSession(request: Request): Promise<void> {
  const token = await sessionToken(request)
  if (token) await db.delete(sessions).where(eq(sessions.token, token))
}
