import { randomUUID } from "node:crypto"
import type { ProfileId } from "../../../domain/id.ts"
import { type Profile, createProfile } from "../customers/profiles.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { credentials, users } from "../../platform/schema/accounts.ts"

export type AccountToCreate = { name: string; email: string; passwordHash: string }

/** What the profile of a new account says beyond its name and address. */
export type FirstProfile = Partial<
  Pick<Profile, "role" | "phone" | "termsAcceptedAt" | "termsVersion" | "lastSignInAt">
>

/**
 * Writes an account, how it signs in, and its profile. `email` is normalised, `passwordHash` made by `hashPassword`.
 * Returns the new id, or null when the address has an account already.
 */
export async function createAccount(
  { name, email, passwordHash }: AccountToCreate,
  profile: FirstProfile,
  tx: Transaction,
): Promise<ProfileId | null> {
  const id = randomUUID()
  const created = await tx
    .insert(users)
    .values({ id, name, email })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (created.length === 0) return null
  await tx.insert(credentials).values({ userId: id, passwordHash })
  await createProfile({ id, name, email }, profile, tx)
  return id
}
