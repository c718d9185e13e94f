import { desc, eq } from "drizzle-orm"
import type { Administrator } from "../../../domain/accounts/party.ts"
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

/** What a secret begins with, so that anyone who finds one knows what it opens. */
const API_KEY_PREFIX = "guinguette_"

export type ApiKeyWish = { name: string; scopes: readonly ApiScope[]; days: ApiKeyDays | null }
export type ApiKeyProblem = { kind: "too-many"; max: number } | { kind: "no-scope" }

const DAY_MS = 86_400_000

/** A key for a program. Answers its secret, which is not kept. */
export async function makeApiKey(
  editor: Administrator & { id: ProfileId },
  { name, scopes, days }: ApiKeyWish,
  at: Date = new Date(),
): Promise<Result<{ secret: string }, ApiKeyProblem>> {
  const wanted = apiScopes.filter((scope) => scopes.includes(scope))
  if (wanted.length === 0) return err({ kind: "no-scope" })
  return transaction(async (tx) => {
    await lockProfile(tx, editor.id)
    if ((await tx.$count(apiKeys, eq(apiKeys.userId, editor.id))) >= MAX_API_KEYS)
      return err({ kind: "too-many", max: MAX_API_KEYS })
    const secret = `${API_KEY_PREFIX}${newToken()}`
    await tx.insert(apiKeys).values({
      tokenDigest: digestOf(secret),
      userId: editor.id,
      name,
      scopes: wanted,
      createdAt: at,
      expiresAt: days === null ? null : new Date(at.getTime() + days * DAY_MS),
    })
    await recordEvent(tx, {
      by: editor,
      action: "person.api-key-made",
      subject: editor.id,
      details: { scopes: wanted },
      personal: { name },
      at,
    })
    await notifyAccessAdded(tx, editor.id, { access: "api-key", called: name }, at)
    return ok({ secret })
  })
}

/** Ends a key at once, whoever made it. One that has ended already is what was wanted. */
export async function revokeApiKey(editor: Administrator, id: Id, at: Date = new Date()): Promise<void> {
  await transaction(async (tx) => {
    const [ended] = await tx
      .delete(apiKeys)
      .where(eq(apiKeys.id, id))
      .returning({ userId: apiKeys.userId, name: apiKeys.name, scopes: apiKeys.scopes })
    if (!ended) return
    await recordEvent(tx, {
      by: editor,
      action: "person.api-key-revoked",
      subject: ended.userId,
      details: { scopes: ended.scopes },
      personal: { name: ended.name },
      at,
    })
  })
}

/** Every key, whoever made it, newest first. */
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
