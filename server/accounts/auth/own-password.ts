import { eq } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { db } from "../../platform/database.server.ts"
import { credentials } from "../../platform/schema/accounts.ts"
import { verifyPassword } from "./password-hash.ts"
import { clearAttempts, policies, throttle } from "./throttle.ts"

export type OwnPasswordProblem = { kind: "wrong-password" } | { kind: "throttled"; retryAfterSeconds: number }

/** Counted apart from sign-in, which strangers can exhaust (D47). Returns the stored hash. */
export async function verifyOwnPassword(
  user: { id: ProfileId },
  password: string,
  at: Date,
): Promise<Result<string, OwnPasswordProblem>> {
  const admission = await throttle(user.id, policies.ownPassword, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  const [stored] = await db
    .select({ passwordHash: credentials.passwordHash })
    .from(credentials)
    .where(eq(credentials.userId, user.id))
  const verified = await verifyPassword(password, stored?.passwordHash ?? null)
  if (!verified.ok) return verified
  if (!verified.value || !stored) return err({ kind: "wrong-password" })
  await clearAttempts(user.id, policies.ownPassword)
  return ok(stored.passwordHash)
}
