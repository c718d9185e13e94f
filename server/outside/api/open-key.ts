import { and, eq, gt, isNotNull, isNull, lt, or } from "drizzle-orm"
import type { Administrator } from "../../../domain/accounts/party.ts"
import type { ApiScope } from "../../../domain/api/api-key.ts"
import type { Id } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { isAtWork } from "../../accounts/auth/at-work.ts"
import { digestOf } from "../../platform/secrets/secret-token.ts"
import { policies, throttle } from "../../accounts/auth/throttle.ts"
import { db } from "../../platform/database.server.ts"
import { profiles, secondFactors, signInSettings, users } from "../../platform/schema/accounts.ts"
import { apiKeys } from "../../platform/schema/api-keys.ts"

export type KeyProblem =
  /** Nobody's, revoked, past its time, or of an account that may not be at work in the back office: all alike. */
  { kind: "unknown" } | { kind: "throttled"; retryAfterSeconds: number }

/** A key that is live. What is done with it is done in the name of who made it. */
export type OpenKey = { id: Id; scopes: readonly ApiScope[]; holder: Administrator }

const HOUR_MS = 3_600_000

/** What a secret lets its holder do at that moment. Asked at each request, so that a revoked key ends at once. */
export async function openApiKey(secret: string, at: Date): Promise<Result<OpenKey, KeyProblem>> {
  const [found] = await db
    .select({ id: apiKeys.id, scopes: apiKeys.scopes, apiKey: apiKeys.name, maker: profiles.id, name: profiles.name })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .innerJoin(profiles, eq(profiles.id, apiKeys.userId))
    .leftJoin(secondFactors, and(eq(secondFactors.userId, apiKeys.userId), isNotNull(secondFactors.confirmedAt)))
    .leftJoin(signInSettings, eq(signInSettings.id, 1))
    .where(
      and(
        eq(apiKeys.tokenDigest, digestOf(secret)),
        isNull(users.disabledAt),
        isAtWork,
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, at)),
      ),
    )
  if (!found) return err({ kind: "unknown" })
  const admission = await throttle(found.id, policies.apiKey, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  // To the hour: it says that the key is in use, and a busy tool writes one row an hour.
  await db
    .update(apiKeys)
    .set({ usedAt: at })
    .where(
      and(eq(apiKeys.id, found.id), or(isNull(apiKeys.usedAt), lt(apiKeys.usedAt, new Date(at.getTime() - HOUR_MS)))),
    )
  const { id, scopes, apiKey, maker, name } = found
  return ok({ id, scopes, holder: { kind: "administrator", id: maker, name, apiKey } })
}
