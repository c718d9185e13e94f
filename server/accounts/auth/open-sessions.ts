import { and, desc, eq, sql } from "drizzle-orm"
import type { Id } from "../../../domain/id.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { sessions, users } from "../../platform/schema/accounts.ts"
import { endSessionsOf, isOpen } from "./sessions.ts"
import type { Visitor } from "./visitor.ts"

export type OpenSession = {
  id: Id
  /** The one that is asking. */
  current: boolean
  openedAt: Date
  /** A visit is noted at most once a day. */
  lastNotedAt: Date
  userAgent: string
}

/** Where somebody is signed in, this browser first, then the latest (D17). */
export async function openSessionsOf({ user, session }: Visitor, at: Date = new Date()): Promise<OpenSession[]> {
  const rows = await db
    .select({
      id: sessions.id,
      openedAt: sessions.createdAt,
      lastNotedAt: sessions.updatedAt,
      userAgent: sessions.userAgent,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.userId, user.id), isOpen(sql`${at.toISOString()}::timestamptz`)))
    .orderBy(desc(sessions.updatedAt), sessions.id)
  const open = rows.map((row) => ({ ...row, userAgent: row.userAgent ?? "", current: row.id === session.id }))
  return [...open.filter(({ current }) => current), ...open.filter(({ current }) => !current)]
}

/** Ends one of one's own other sessions at once. False when it had ended already, or was never theirs. */
export async function endOwnSession({ user, session }: Visitor, id: Id): Promise<boolean> {
  if (id === session.id) return false
  const ended = await db.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, user.id)))
  return ended.rowCount === 1
}

/** Ends all of one's own sessions but this one. Answers how many there were. */
export function endOtherSessions({ user, session }: Visitor): Promise<number> {
  return transaction((tx) => endSessionsOf(tx, user.id, session.id))
}
