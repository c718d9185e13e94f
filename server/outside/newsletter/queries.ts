import { periods } from "../../../domain/retention/periods.ts"
import { type SQL, and, asc, count, desc, eq, sql } from "drizzle-orm"
import { db } from "../../platform/database.server.ts"
import { type Page, PAGE_SIZE, pageAt } from "../../platform/lists.ts"
import { newsletterSubscriptions } from "../../platform/schema/content.ts"
import { holdsLabel, withoutAccents } from "../../platform/text-search.ts"
import { tokenPattern } from "./newsletter-links.ts"

export type Subscription = typeof newsletterSubscriptions.$inferSelect
export type SubscriptionStatus = Subscription["status"]

/** A request that nobody has confirmed in time. */
export function isExpired({ status, requestedAt }: Pick<Subscription, "status" | "requestedAt">, at: Date): boolean {
  return (
    status === "pending" && at.getTime() - requestedAt.getTime() > periods.newsletterConfirmDays * 24 * 60 * 60 * 1000
  )
}

/** What the link of a mail is about, or null for a link that we never wrote. Reading changes nothing. */
export async function subscriptionOf(token: string): Promise<Subscription | null> {
  if (!tokenPattern.test(token)) return null
  const [row] = await db.select().from(newsletterSubscriptions).where(eq(newsletterSubscriptions.token, token))
  return row ?? null
}

/** Whether an address gets our news. Only for anyone who has proved that it is theirs: nobody else learns who subscribes. */
export async function isSubscribed(email: string): Promise<boolean> {
  const [row] = await db
    .select({ status: newsletterSubscriptions.status })
    .from(newsletterSubscriptions)
    .where(eq(newsletterSubscriptions.email, email))
  return row?.status === "confirmed"
}

const subscriptionSorts = ["email", "demande", "confirmation", "depart"] as const
export type SubscriptionSort = (typeof subscriptionSorts)[number]
/** Without the secret of its links, which is nobody's to read. */
export type ListedSubscription = Omit<Subscription, "token">
export type SubscriptionsAsked = {
  status: SubscriptionStatus
  search: string
  sort: SubscriptionSort
  descending: boolean
  page: number
}

/** One page of the people of one status, found by their address. */
export async function listSubscriptions({
  status,
  search,
  sort,
  descending,
  page,
}: SubscriptionsAsked): Promise<Page<ListedSubscription>> {
  const wanted = ofStatus(status, search)
  const [counted] = await db.select({ total: count() }).from(newsletterSubscriptions).where(wanted)
  const total = counted?.total ?? 0
  const { offset, ...shown } = pageAt(total, page)
  const order = inOrder(sort, descending)
  const rows = await db
    .select(withoutSecret)
    .from(newsletterSubscriptions)
    .where(wanted)
    .orderBy(...order)
    .limit(PAGE_SIZE)
    .offset(offset)
  return { rows, total, ...shown }
}

/** The id decides between equals, so that nobody is on two pages or on none. */
function inOrder(sort: SubscriptionSort, descending: boolean): SQL[] {
  const { email, requestedAt, confirmedAt, unsubscribedAt, id } = newsletterSubscriptions
  const column = { email, demande: requestedAt, confirmation: confirmedAt, depart: unsubscribedAt }[sort]
  return [sql`${descending ? desc(column) : asc(column)} nulls last`, asc(id)]
}

function ofStatus(status: SubscriptionStatus, search: string): SQL | undefined {
  return and(
    eq(newsletterSubscriptions.status, status),
    holdsLabel(withoutAccents(newsletterSubscriptions.email), search),
  )
}

/** Everybody of one status whose address holds what is searched for, newest request first: for the CSV. */
export async function subscriptionsOf(status: SubscriptionStatus, search = ""): Promise<ListedSubscription[]> {
  return db
    .select(withoutSecret)
    .from(newsletterSubscriptions)
    .where(ofStatus(status, search))
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
