import { desc, eq } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { type ApiKeyDays, type ApiScope, MAX_API_KEYS, apiScopes } from "../../../domain/api/api-key.ts"
import type { Id, ProfileId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { digestOf, newToken } from "../../platform/secrets/secret-token.ts"
import { notifyAccessAdded } from "../../accounts/auth/notify-access-added.ts"
import { lockProfile } from "../../access/lock-profile.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { apiKeys } from "../../platform/schema/api-keys.ts"

const API_KEY_PREFIX = "guinguette_"

type ApiKeyRequest = { name: string; scopes: readonly ApiScope[]; days: ApiKeyDays | null }
type ApiKeyProblem = { kind: "too-many"; max: number } | { kind: "no-scope" }

const DAY_MS = 86_400_000

/** The secret is returned once and not stored. */
export async function createApiKey(
  editor: Staff & { id: ProfileId },
  { name, scopes, days }: ApiKeyRequest,
  at: Date = new Date(),
): Promise<Result<{ secret: string }, ApiKeyProblem>> {
  const validScopes = apiScopes.filter((scope) => scopes.includes(scope))
  if (validScopes.length === 0) return err({ kind: "no-scope" })
  return transaction(async (tx) => {
    await lockProfile(tx, editor.id)
    if ((await tx.$count(apiKeys, eq(apiKeys.userId, editor.id))) >= MAX_API_KEYS)
      return err({ kind: "too-many", max: MAX_API_KEYS })
    const secret = `${API_KEY_PREFIX}${newToken()}`
    await tx.insert(apiKeys).values({
      tokenDigest: digestOf(secret),
      userId: editor.id,
      name,
      scopes: validScopes,
      createdAt: at,
      expiresAt: days === null ? null : new Date(at.getTime() + days * DAY_MS),
    })
    await recordEvent(tx, {
      by: editor,
      action: "person.api-key-made",
      subject: editor.id,
      details: { scopes: validScopes },
      personal: { name },
      at,
    })
    await notifyAccessAdded(tx, editor.id, { access: "api-key", called: name }, at)
    return ok({ secret })
  })
}

export async function revokeApiKey(editor: Staff, id: Id, at: Date = new Date()): Promise<void> {
  await transaction(async (tx) => {
    const [deleted] = await tx
      .delete(apiKeys)
      .where(eq(apiKeys.id, id))
      .returning({ userId: apiKeys.userId, name: apiKeys.name, scopes: apiKeys.scopes })
    if (!deleted) return
    await recordEvent(tx, {
      by: editor,
      action: "person.api-key-revoked",
      subject: deleted.userId,
      details: { scopes: deleted.scopes },
      personal: { name: deleted.name },
      at,
    })
  })
}

export async function listApiKeys() {
  return db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      madeBy: profiles.name,
      scopes: apiKeys.scopes,
      createdAt: apiKeys.createdAt,
      expiresAt: apiKeys.expiresAt,
      usedAt: apiKeys.usedAt,
    })
    .from(apiKeys)
    .innerJoin(profiles, eq(profiles.id, apiKeys.userId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
}
