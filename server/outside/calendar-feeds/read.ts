import { createHash } from "node:crypto"
import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm"
import { type Result, err, ok } from "../../../domain/result.ts"
import { isAtWork } from "../../accounts/auth/at-work.ts"
import { digestOf } from "../../platform/secrets/secret-token.ts"
import { policies, throttle } from "../../accounts/auth/throttle.ts"
import { db } from "../../platform/database.server.ts"
import { readCompany } from "../../shop/content/company.ts"
import { profiles, secondFactors, signInSettings, users } from "../../platform/schema/accounts.ts"
import { calendarFeeds } from "../../platform/schema/calendar-feeds.ts"
import { accountEntries } from "./account-entries.ts"
import { feedFile } from "./file.ts"
import { shopEntries } from "./shop-entries.ts"

export type FeedProblem =
  /** Nobody's, revoked, of an account that is disabled, or of one that may not be at work in the back office: all alike. */
  { kind: "unknown" } | { kind: "throttled"; retryAfterSeconds: number }

const HOUR_MS = 3_600_000

/** The calendar that a private address shows at that moment, as text/calendar, and what it is known again by. */
export async function readFeed(token: string, at: Date): Promise<Result<{ file: string; etag: string }, FeedProblem>> {
  const [found] = await db
    .select({
      feed: calendarFeeds,
      isAtWork,
    })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.userId))
    .innerJoin(profiles, eq(profiles.id, calendarFeeds.userId))
    .leftJoin(secondFactors, and(eq(secondFactors.userId, calendarFeeds.userId), isNotNull(secondFactors.confirmedAt)))
    .leftJoin(signInSettings, eq(signInSettings.id, 1))
    .where(and(eq(calendarFeeds.tokenDigest, digestOf(token)), isNull(users.disabledAt)))
  if (!found || (found.feed.scope === "shop" && !found.isAtWork)) return err({ kind: "unknown" })
  const { feed } = found
  const admission = await throttle(feed.id, policies.calendarFeed, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  const company = await readCompany()
  const entries =
    feed.scope === "account" ? await accountEntries(feed.userId, company, at) : await shopEntries(feed, company, at)
  const { file, sameAs } = feedFile(feed.name || company.name, entries, company, at)
  // Kept to the hour: it says that somebody uses it, not when they look.
  await db
    .update(calendarFeeds)
    .set({ readAt: at })
    .where(
      and(
        eq(calendarFeeds.id, feed.id),
        or(
          isNull(calendarFeeds.readAt),
          lt(calendarFeeds.readAt, sql`${new Date(at.getTime() - HOUR_MS).toISOString()}::timestamptz`),
        ),
      ),
    )
  return ok({ file, etag: `"${createHash("sha256").update(sameAs).digest("base64url").slice(0, 22)}"` })
}
