import { eq } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { db } from "../../platform/database.server.ts"
import { credentials } from "../../platform/schema/accounts.ts"
import { verifyPassword } from "./password-hash.ts"
import { forgetAttempts, policies, throttle } from "./throttle.ts"

export type OwnPasswordProblem = { kind: "wrong-password" } | { kind: "throttled"; retryAfterSeconds: number }

/**
 * Whether who is signed in knows their present password: asked before anything that would keep them out, were somebody
 * else at their keyboard. Tries are counted apart from those of signing in, which strangers make too (D47). Answers the stored hash.
 */
export async function proveOwnPassword(
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
  const known = await verifyPassword(password, stored?.passwordHash ?? null)
  if (!known.ok) return known
  if (!known.value || !stored) return err({ kind: "wrong-password" })
  await forgetAttempts(user.id, policies.ownPassword)
  return ok(stored.passwordHash)
}
