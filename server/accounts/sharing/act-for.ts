import { and, eq, sql } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import type { Visitor } from "../auth/visitor.ts"
import { isGrantActive } from "../../access/account-visibility.ts"
import { db } from "../../platform/database.server.ts"
import { sessions, sharedAccounts } from "../../platform/schema/accounts.ts"

/** Applies to all tabs of this browser. */
export async function startActingFor({ user, session }: Visitor, ownerId: ProfileId): Promise<boolean> {
  const grant = db
    .select({ one: sql`1` })
    .from(sharedAccounts)
    .where(and(eq(sharedAccounts.ownerId, ownerId), eq(sharedAccounts.sharedWithId, user.id), isGrantActive()))
  const { rowCount } = await db
    .update(sessions)
    .set({ actingFor: ownerId })
    .where(and(eq(sessions.id, session.id), sql`exists (${grant})`))
  return rowCount === 1
}

export async function stopActingForOthers({ session }: Visitor): Promise<void> {
  await db.update(sessions).set({ actingFor: null }).where(eq(sessions.id, session.id))
}
