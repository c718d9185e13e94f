import { type SQL, and, count, desc, eq } from "drizzle-orm"
import { type FeedPart, MAX_FEEDS, feedParts } from "../../../domain/calendar/feed.ts"
import type { Actor, Staff } from "../../../domain/accounts/party.ts"
import type { Id, ProductId, ProfileId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { digestOf, newToken } from "../../platform/secrets/secret-token.ts"
import { notifyAccessAdded } from "../../accounts/auth/notify-access-added.ts"
import type { Visitor } from "../../accounts/auth/visitor.ts"
import { actorOf } from "../../accounts/auth/visitor.ts"
import { lockProfile } from "../../access/lock-profile.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { calendarFeeds } from "../../platform/schema/calendar-feeds.ts"
import { products } from "../../platform/schema/catalog.ts"

type Scope = "account" | "shop"

type ShopFeedRequest = {
  name: string
  productId: ProductId | null
  shows: readonly FeedPart[]
  namesPeople: boolean
}

type FeedProblem = { kind: "too-many"; max: number } | { kind: "no-such-product" }

export async function createAccountFeed(visitor: Visitor, name: string, at: Date = new Date()) {
  const request = { name, productId: null, shows: [], namesPeople: false }
  return createFeed({ by: actorOf(visitor), userId: visitor.profile.id, scope: "account", request, at })
}

export async function createShopFeed(
  editor: Staff & { id: ProfileId },
  request: ShopFeedRequest,
  at: Date = new Date(),
) {
  return createFeed({ by: editor, userId: editor.id, scope: "shop", request, at })
}

async function createFeed({
  by,
  userId,
  scope,
  request: { name, productId, shows, namesPeople },
  at,
}: {
  by: Actor
  userId: ProfileId
  scope: Scope
  request: ShopFeedRequest
  at: Date
}): Promise<Result<{ token: string }, FeedProblem>> {
  return transaction(async (tx) => {
    await lockProfile(tx, userId)
    const existing = await tx.$count(
      calendarFeeds,
      and(eq(calendarFeeds.userId, userId), eq(calendarFeeds.scope, scope)),
    )
    if (existing >= MAX_FEEDS) return err({ kind: "too-many", max: MAX_FEEDS })
    if (productId !== null) {
      const [product] = await tx.select({ one: count() }).from(products).where(eq(products.id, productId))
      if (!product?.one) return err({ kind: "no-such-product" })
    }
    const token = newToken()
    await tx.insert(calendarFeeds).values({
      tokenDigest: digestOf(token),
      userId,
      scope,
      name,
      productId,
      shows: feedParts.filter((part) => shows.includes(part)),
      namesPeople,
      createdAt: at,
    })
    await recordEvent(tx, { by, action: "person.feed-made", subject: userId, details: { scope }, at })
    await notifyAccessAdded(tx, userId, { access: `${scope}-calendar`, called: name }, at)
    return ok({ token })
  })
}

export async function revokeFeed(
  by: Actor & { id: ProfileId },
  scope: Scope,
  id: Id,
  at: Date = new Date(),
): Promise<void> {
  const own = scope === "account" ? eq(calendarFeeds.userId, by.id) : undefined
  await transaction(async (tx) => {
    const [deleted] = await tx
      .delete(calendarFeeds)
      .where(and(eq(calendarFeeds.id, id), eq(calendarFeeds.scope, scope), own))
      .returning({ userId: calendarFeeds.userId })
    if (!deleted) return
    await recordEvent(tx, { by, action: "person.feed-revoked", subject: deleted.userId, details: { scope }, at })
  })
}

export async function listAccountFeeds(userId: ProfileId) {
  return listFeeds(and(eq(calendarFeeds.userId, userId), eq(calendarFeeds.scope, "account")))
}

export async function listShopFeeds() {
  return listFeeds(eq(calendarFeeds.scope, "shop"))
}

async function listFeeds(condition: SQL | undefined) {
  return db
    .select({
      id: calendarFeeds.id,
      name: calendarFeeds.name,
      madeBy: profiles.name,
      productName: products.name,
      shows: calendarFeeds.shows,
      namesPeople: calendarFeeds.namesPeople,
      createdAt: calendarFeeds.createdAt,
      readAt: calendarFeeds.readAt,
    })
    .from(calendarFeeds)
    .innerJoin(profiles, eq(profiles.id, calendarFeeds.userId))
    .leftJoin(products, eq(products.id, calendarFeeds.productId))
    .where(condition)
    .orderBy(desc(calendarFeeds.createdAt))
}
