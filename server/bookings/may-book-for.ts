import { and, arrayContains, eq } from "drizzle-orm"
import type { Party } from "../../domain/accounts/party.ts"
import type { Executor } from "../database.server.ts"
import { sharedAccounts } from "../schema/accounts.ts"
import { grantCounts } from "./shown-to-account.ts"

/** Whether who acts may book in the account's name: its owner, and whom they gave that right (D19, D55). */
export async function mayBookFor(executor: Executor, { actor, account }: Party): Promise<boolean> {
  if (actor.kind !== "customer") return false
  if (actor.id === account.id) return true
  const [grant] = await executor
    .select({ id: sharedAccounts.id })
    .from(sharedAccounts)
    .where(
      and(
        eq(sharedAccounts.ownerId, account.id),
        eq(sharedAccounts.sharedWithId, actor.id),
        arrayContains(sharedAccounts.permissions, ["book"]),
        grantCounts(),
      ),
    )
  return grant !== undefined
}
