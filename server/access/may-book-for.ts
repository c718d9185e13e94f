import { and, arrayContains, eq } from "drizzle-orm"
import type { Party } from "../../domain/accounts/party.ts"
import { lockProfile } from "./lock-profile.ts"
import type { Executor, Transaction } from "../platform/database.server.ts"
import { sharedAccounts } from "../platform/schema/accounts.ts"
import { isGrantActive } from "./account-visibility.ts"

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
        isGrantActive(),
      ),
    )
    // Keeps the grant from being withdrawn meanwhile.
    .for("share")
  return grant !== undefined
}

/** Locks the profile first, like everything that ends an account, to avoid deadlocks. */
export async function mayOrderFor(tx: Transaction, party: Party): Promise<boolean> {
  const { actor, account } = party
  if (actor.kind === "administrator" || ("id" in actor && actor.id === account.id)) return true
  await lockProfile(tx, account.id)
  return mayBookFor(tx, party)
}
