import { asc, count, desc, eq } from "drizzle-orm"
import { db } from "../database.server.ts"
import { newsletterSubscriptions } from "../schema/content.ts"
import { tokenPattern } from "./links.ts"

export type Subscription = typeof newsletterSubscriptions.$inferSelect
export type SubscriptionStatus = Subscription["status"]

const CONFIRM_WITHIN_DAYS = 7

/** A request that nobody has confirmed in time. */
export function isExpired({ status, requestedAt }: Pick<Subscription, "status" | "requestedAt">, at: Date): boolean {
  return status === "pending" && at.getTime() - requestedAt.getTime() > CONFIRM_WITHIN_DAYS * 24 * 60 * 60 * 1000
}

/** What the link of a mail is about, or null for a link that we never wrote. Reading changes nothing. */
export async function subscriptionOf(token: string): Promise<Subscription | null> {
  if (!tokenPattern.test(token)) return null
  const [row] = await db.select().from(newsletterSubscriptions).where(eq(newsletterSubscriptions.token, token))
  return row ?? null
}

/** Whether an address gets our news. Only for whoever has proved that it is theirs: nobody else learns who subscribes. */
export async function isSubscribed(email: string): Promise<boolean> {
  const [row] = await db.select({ status: newsletterSubscriptions.status }).from(newsletterSubscriptions).where(eq(newsletterSubscriptions.email, email))
  return row?.status === "confirmed"
}

/** Everybody of one status, newest request first, without the secrets of their links: for the back office and its CSV. */
export async function subscriptionsOf(status: SubscriptionStatus): Promise<Omit<Subscription, "token">[]> {
  return db
    .select(withoutSecret)
    .from(newsletterSubscriptions)
    .where(eq(newsletterSubscriptions.status, status))
    .orderBy(desc(newsletterSubscriptions.requestedAt), asc(newsletterSubscriptions.email))
}

const withoutSecret = {
  id: newsletterSubscriptions.id,
  email: newsletterSubscriptions.email,
  status: newsletterSubscriptions.status,
  requestedAt: newsletterSubscriptions.requestedAt,
  confirmedAt: newsletterSubscriptions.confirmedAt,
  unsubscribedAt: newsletterSubscriptions.unsubscribedAt,
}

/** How many there are of each status. */
export async function subscriptionCounts(): Promise<Record<SubscriptionStatus, number>> {
  const rows = await db
    .select({ status: newsletterSubscriptions.status, people: count() })
    .from(newsletterSubscriptions)
    .groupBy(newsletterSubscriptions.status)
  const counts: Record<SubscriptionStatus, number> = { pending: 0, confirmed: 0, unsubscribed: 0 }
  for (const { status, people } of rows) counts[status] = people
  return counts
}
