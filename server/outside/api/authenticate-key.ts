import { and, eq, gt, isNotNull, isNull, lt, or } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import type { ApiScope } from "../../../domain/api/api-key.ts"
import type { Id } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { mayUseBackOffice } from "../../accounts/auth/back-office-access.ts"
import { digestOf } from "../../platform/secrets/secret-token.ts"
import { policies, throttle } from "../../accounts/auth/throttle.ts"
import { db } from "../../platform/database.server.ts"
import { profiles, secondFactors, signInSettings, users } from "../../platform/schema/accounts.ts"
import { apiKeys } from "../../platform/schema/api-keys.ts"

type KeyProblem =
  /** One answer for unknown, revoked and expired keys, so that nothing leaks. */
  { kind: "unknown" } | { kind: "throttled"; retryAfterSeconds: number }

type AuthenticatedKey = { id: Id; scopes: readonly ApiScope[]; holder: Staff }

const HOUR_MS = 3_600_000

/** Checked on every request, so that revoking takes effect at once. */
export async function authenticateApiKey(secret: string, at: Date): Promise<Result<AuthenticatedKey, KeyProblem>> {
  const [row] = await db
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
        mayUseBackOffice("admin"),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, at)),
      ),
    )
  if (!row) return err({ kind: "unknown" })
  const admission = await throttle(row.id, policies.apiKey, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  // Written at most hourly, so that a busy client causes few writes.
  await db
    .update(apiKeys)
    .set({ usedAt: at })
    .where(
      and(eq(apiKeys.id, row.id), or(isNull(apiKeys.usedAt), lt(apiKeys.usedAt, new Date(at.getTime() - HOUR_MS)))),
    )
  const { id, scopes, apiKey, maker, name } = row
  return ok({ id, scopes, holder: { kind: "administrator", id: maker, name, apiKey } })
}
