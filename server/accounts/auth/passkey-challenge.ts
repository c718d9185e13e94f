import { and, eq, gt, isNull } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import { db } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { passkeyChallenges } from "../../platform/schema/accounts.ts"
import { createPrivateCookie } from "./private-cookie.ts"
import { digestOf, newToken } from "../../platform/secrets/secret-token.ts"

const SECONDS = 5 * 60

const cookie = createPrivateCookie("passkey", SECONDS)

export async function storeChallenge(challenge: string, userId: ProfileId | null, at: Date): Promise<Headers> {
  const token = newToken()
  const expiresAt = new Date(at.getTime() + SECONDS * 1000)
  await db.insert(passkeyChallenges).values({ digest: digestOf(token), challenge, userId, expiresAt })
  return cookie.set(token)
}

/** Deletes it, so that a replay is refused. */
export async function consumeChallenge(request: Request, userId: ProfileId | null, at: Date): Promise<string | null> {
  const token = cookie.read(request)
  if (!token) return null
  const [row] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.digest, digestOf(token)),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        gt(passkeyChallenges.expiresAt, at),
      ),
    )
    .returning()
  return row?.challenge ?? null
}

/** The origin check has passed, so the request's origin is safe. */
export function relyingParty(request: Request): { origin: string; host: string } {
  const requestOrigin = request.headers.get("origin")
  const origin =
    environment.isOriginConfigured || requestOrigin === null || !URL.canParse(requestOrigin)
      ? environment.origin
      : requestOrigin
  return { origin, host: new URL(origin).hostname }
}
