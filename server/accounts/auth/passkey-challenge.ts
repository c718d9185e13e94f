import { and, eq, gt, isNull } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import { db } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { passkeyChallenges } from "../../platform/schema/accounts.ts"
import { privateCookie } from "./private-cookie.ts"
import { digestOf, newToken } from "../../platform/secrets/secret-token.ts"

/** As long as a device may ask its owner for a finger, a face or a code. */
const SECONDS = 5 * 60

const cookie = privateCookie("passkey", SECONDS)

/**
 * Keeps what a device is asked to sign, for this browser: for somebody signed in who adds a passkey, or for anyone who wants
 * to sign in (`userId` null). The answer must carry the headers.
 */
export async function keepChallenge(challenge: string, userId: ProfileId | null, at: Date): Promise<Headers> {
  const token = newToken()
  const expiresAt = new Date(at.getTime() + SECONDS * 1000)
  await db.insert(passkeyChallenges).values({ digest: digestOf(token), challenge, userId, expiresAt })
  return cookie.give(token)
}

/** What this browser was asked, once: anyone who sends the same answer again is refused. */
export async function takeChallenge(request: Request, userId: ProfileId | null, at: Date): Promise<string | null> {
  const token = cookie.read(request)
  if (!token) return null
  const [taken] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.digest, digestOf(token)),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        gt(passkeyChallenges.expiresAt, at),
      ),
    )
    .returning()
  return taken?.challenge ?? null
}

/**
 * To whom a device speaks: the shop's address, and its host, to which passkeys belong. Without a configured address the
 * one that the browser says, which has passed the origin check.
 */
export function relyingParty(request: Request): { origin: string; host: string } {
  const said = request.headers.get("origin")
  const origin = environment.originGiven || said === null || !URL.canParse(said) ? environment.origin : said
  return { origin, host: new URL(origin).hostname }
}
