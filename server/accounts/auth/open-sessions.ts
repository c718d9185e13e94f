import { and, desc, eq, sql } from "drizzle-orm"
import type { Id } from "../../../domain/id.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { sessions, users } from "../../platform/schema/accounts.ts"
import { endSessionsAndKeys, isSessionOpen } from "./sessions.ts"
import type { Visitor } from "./visitor.ts"

export type OpenSession = {
  id: Id
  isCurrent: boolean
  openedAt: Date
  lastUsedAt: Date
  userAgent: string
}

export async function listOpenSessions({ user, session }: Visitor, at: Date = new Date()): Promise<OpenSession[]> {
  const rows = await db
    .select({
      id: sessions.id,
      openedAt: sessions.createdAt,
      lastUsedAt: sessions.updatedAt,
      userAgent: sessions.userAgent,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.userId, user.id), isSessionOpen(sql`${at.toISOString()}::timestamptz`)))
    .orderBy(desc(sessions.updatedAt), sessions.id)
  const open = rows.map((row) => ({ ...row, userAgent: row.userAgent ?? "", isCurrent: row.id === session.id }))
  return [...open.filter(({ isCurrent }) => isCurrent), ...open.filter(({ isCurrent }) => !isCurrent)]
}

export async function endOwnSession({ user, session }: Visitor, id: Id): Promise<boolean> {
  if (id === session.id) return false
  const ended = await db.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, user.id)))
  return ended.rowCount === 1
}

export function endOtherSessions({ user, session }: Visitor): Promise<number> {
  return transaction((tx) => endSessionsAndKeys(tx, user.id, session.id))
}
