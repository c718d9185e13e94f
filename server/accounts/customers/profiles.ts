import { and, eq } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import { type Executor, db } from "../../platform/database.server.ts"
import { profiles } from "../../platform/schema/accounts.ts"

export type Profile = typeof profiles.$inferSelect
type ProfileOwner = { id: ProfileId; email: string; name: string }

export async function readProfile(id: ProfileId, executor: Executor = db): Promise<Profile | null> {
  const [profile] = await executor.select().from(profiles).where(eq(profiles.id, id))
  return profile ?? null
}

export async function createProfile(
  owner: ProfileOwner,
  extra: Partial<Pick<Profile, "role" | "staffRole" | "termsAcceptedAt" | "termsVersion" | "lastSignInAt">> = {},
  executor: Executor = db,
): Promise<void> {
  await executor
    .insert(profiles)
    .values({ ...owner, ...extra })
    .onConflictDoNothing({ target: profiles.id })
}

/** Recreates a missing profile (specification, section 4). */
export async function findOrCreateProfile(owner: ProfileOwner): Promise<Profile> {
  const existing = await readProfile(owner.id)
  if (existing) return existing
  await createProfile(owner, {})
  const created = await readProfile(owner.id)
  if (!created) throw new Error("A profile could not be created")
  return created
}

/** The first answer stays. */
export async function saveWayToUs(id: ProfileId, answer: Pick<Profile, "heardFrom" | "campaign">): Promise<void> {
  await db
    .update(profiles)
    .set(answer)
    .where(and(eq(profiles.id, id), eq(profiles.heardFrom, "")))
}
