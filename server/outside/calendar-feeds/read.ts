import { createHash } from "node:crypto"
import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm"
import { type Result, err, ok } from "../../../domain/result.ts"
import { mayUseBackOffice } from "../../accounts/auth/back-office-access.ts"
import { digestOf } from "../../platform/secrets/secret-token.ts"
import { policies, throttle } from "../../accounts/auth/throttle.ts"
import { db } from "../../platform/database.server.ts"
import { readCompany } from "../../shop/content/company.ts"
import { profiles, secondFactors, signInSettings, users } from "../../platform/schema/accounts.ts"
import { calendarFeeds } from "../../platform/schema/calendar-feeds.ts"
import { listAccountEntries } from "./account-entries.ts"
import { buildFeedFile } from "./file.ts"
import { listShopEntries } from "./shop-entries.ts"

type ReadFeedProblem =
  /** One answer for unknown, revoked and disabled, so that nothing leaks. */
  { kind: "unknown" } | { kind: "throttled"; retryAfterSeconds: number }

const HOUR_MS = 3_600_000

export async function readFeed(
  token: string,
  at: Date,
): Promise<Result<{ file: string; etag: string }, ReadFeedProblem>> {
  const [row] = await db
    .select({
      feed: calendarFeeds,
      isAtWork: mayUseBackOffice("admin", "manager"),
    })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.userId))
    .innerJoin(profiles, eq(profiles.id, calendarFeeds.userId))
    .leftJoin(secondFactors, and(eq(secondFactors.userId, calendarFeeds.userId), isNotNull(secondFactors.confirmedAt)))
    .leftJoin(signInSettings, eq(signInSettings.id, 1))
    .where(and(eq(calendarFeeds.tokenDigest, digestOf(token)), isNull(users.disabledAt)))
  if (!row || (row.feed.scope === "shop" && !row.isAtWork)) return err({ kind: "unknown" })
  const { feed } = row
  const admission = await throttle(feed.id, policies.calendarFeed, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  const company = await readCompany()
  const entries =
    feed.scope === "account"
      ? await listAccountEntries(feed.userId, company, at)
      : await listShopEntries(feed, company, at)
  const { file, etagSource } = buildFeedFile(feed.name || company.name, entries, company, at)
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
  return ok({ file, etag: `"${createHash("sha256").update(etagSource).digest("base64url").slice(0, 22)}"` })
}
