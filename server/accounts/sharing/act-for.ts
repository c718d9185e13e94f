import { and, eq, sql } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import type { Visitor } from "../auth/visitor.ts"
import { grantCounts } from "../../access/shown-to-account.ts"
import { db } from "../../platform/database.server.ts"
import { sessions, sharedAccounts } from "../../platform/schema/accounts.ts"

/**
 * From now on this browser acts for an account that is shared with who is signed in, in all of its tabs. False, and
 * nothing changes, for an account that is not.
 */
export async function actFor({ user, session }: Visitor, ownerId: ProfileId): Promise<boolean> {
  const granted = db
    .select({ one: sql`1` })
    .from(sharedAccounts)
    .where(and(eq(sharedAccounts.ownerId, ownerId), eq(sharedAccounts.sharedWithId, user.id), grantCounts()))
  const { rowCount } = await db
    .update(sessions)
    .set({ actingFor: ownerId })
    .where(and(eq(sessions.id, session.id), sql`exists (${granted})`))
  return rowCount === 1
}

/** Back to one's own account. */
export async function actForOneself({ session }: Visitor): Promise<void> {
  await db.update(sessions).set({ actingFor: null }).where(eq(sessions.id, session.id))
}
