import { type SQL, and, count, desc, eq } from "drizzle-orm"
import { type FeedPart, MAX_FEEDS, feedParts } from "../../../domain/calendar/feed.ts"
import type { Actor, Administrator } from "../../../domain/accounts/party.ts"
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

/** What a shop's feed shows; an account's shows all of its bookings. */
export type ShopFeedWish = {
  name: string
  productId: ProductId | null
  shows: readonly FeedPart[]
  /** With names, addresses and telephone numbers: anyone who has the address of the feed reads them. */
  namesPeople: boolean
}

export type FeedProblem = { kind: "too-many"; max: number } | { kind: "no-such-product" }

/** A private address for the bookings of one's own account. Answers its secret, which is not kept. */
export async function makeAccountFeed(visitor: Visitor, name: string, at: Date = new Date()) {
  const wish = { name, productId: null, shows: [], namesPeople: false }
  return makeFeed(actorOf(visitor), visitor.profile.id, "account", wish, at)
}

/** A private address for the shop's calendar, which lives as long as who made it is an administrator. */
export async function makeShopFeed(
  editor: Administrator & { id: ProfileId },
  wish: ShopFeedWish,
  at: Date = new Date(),
) {
  return makeFeed(editor, editor.id, "shop", wish, at)
}

async function makeFeed(
  by: Actor,
  userId: ProfileId,
  scope: Scope,
  { name, productId, shows, namesPeople }: ShopFeedWish,
  at: Date,
): Promise<Result<{ token: string }, FeedProblem>> {
  return transaction(async (tx) => {
    await lockProfile(tx, userId)
    const made = await tx.$count(calendarFeeds, and(eq(calendarFeeds.userId, userId), eq(calendarFeeds.scope, scope)))
    if (made >= MAX_FEEDS) return err({ kind: "too-many", max: MAX_FEEDS })
    if (productId !== null) {
      const [known] = await tx.select({ one: count() }).from(products).where(eq(products.id, productId))
      if (!known?.one) return err({ kind: "no-such-product" })
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

/**
 * Ends an address at once: one's own, or any of the shop's for an administrator. One that has ended already is what was
 * wanted; another customer's is left alone.
 */
export async function revokeFeed(
  by: Actor & { id: ProfileId },
  scope: Scope,
  id: Id,
  at: Date = new Date(),
): Promise<void> {
  const own = scope === "account" ? eq(calendarFeeds.userId, by.id) : undefined
  await transaction(async (tx) => {
    const [ended] = await tx
      .delete(calendarFeeds)
      .where(and(eq(calendarFeeds.id, id), eq(calendarFeeds.scope, scope), own))
      .returning({ userId: calendarFeeds.userId })
    if (!ended) return
    await recordEvent(tx, { by, action: "person.feed-revoked", subject: ended.userId, details: { scope }, at })
  })
}

/** The addresses of an account, newest first. */
export async function accountFeeds(userId: ProfileId) {
  return feeds(and(eq(calendarFeeds.userId, userId), eq(calendarFeeds.scope, "account")))
}

/** Those of the shop, whoever made them, newest first. */
export async function shopFeeds() {
  return feeds(eq(calendarFeeds.scope, "shop"))
}

async function feeds(which: SQL | undefined) {
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
    .where(which)
    .orderBy(desc(calendarFeeds.createdAt))
}
