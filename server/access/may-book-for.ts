import { and, arrayContains, eq } from "drizzle-orm"
import type { Party } from "../../domain/accounts/party.ts"
import { lockProfile } from "./lock-profile.ts"
import type { Executor, Transaction } from "../platform/database.server.ts"
import { sharedAccounts } from "../platform/schema/accounts.ts"
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
    // Taken back at this very moment, it is taken back before or after what is done by it.
    .for("share")
  return grant !== undefined
}

/**
 * The same for what begins here: an administrator orders for anybody. The account's profile is locked first, as by all
 * that ends an account, so that none waits for the other.
 */
export async function mayOrderFor(tx: Transaction, party: Party): Promise<boolean> {
  const { actor, account } = party
  if (actor.kind === "administrator" || ("id" in actor && actor.id === account.id)) return true
  await lockProfile(tx, account.id)
  return mayBookFor(tx, party)
}
