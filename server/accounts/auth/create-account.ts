import { randomUUID } from "node:crypto"
import type { ProfileId } from "../../../domain/id.ts"
import { type Profile, createProfile } from "../customers/profiles.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { credentials, users } from "../../platform/schema/accounts.ts"

type AccountToCreate = { name: string; email: string; passwordHash: string }

type InitialProfile = Partial<Pick<Profile, "role" | "phone" | "termsAcceptedAt" | "termsVersion" | "lastSignInAt">>

export async function createAccount(
  { name, email, passwordHash }: AccountToCreate,
  profile: InitialProfile,
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
