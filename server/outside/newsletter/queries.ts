import { periods } from "../../../domain/retention/periods.ts"
import { type SQL, and, asc, count, desc, eq, sql } from "drizzle-orm"
import { db } from "../../platform/database.server.ts"
import { type Page, PAGE_SIZE, clampPage } from "../../platform/pagination.ts"
import { newsletterSubscriptions } from "../../platform/schema/content.ts"
import { matchesAllWords, withoutAccents } from "../../platform/text-search.ts"
import { tokenPattern } from "./newsletter-links.ts"

type Subscription = typeof newsletterSubscriptions.$inferSelect
type SubscriptionStatus = Subscription["status"]

export function isExpired({ status, requestedAt }: Pick<Subscription, "status" | "requestedAt">, at: Date): boolean {
  return (
    status === "pending" && at.getTime() - requestedAt.getTime() > periods.newsletterConfirmDays * 24 * 60 * 60 * 1000
  )
}

export async function findSubscription(token: string): Promise<Subscription | null> {
  if (!tokenPattern.test(token)) return null
  const [row] = await db.select().from(newsletterSubscriptions).where(eq(newsletterSubscriptions.token, token))
  return row ?? null
}

/** Only for a proven owner of the address: nobody else may learn who subscribes. */
export async function isSubscribed(email: string): Promise<boolean> {
  const [row] = await db
    .select({ status: newsletterSubscriptions.status })
    .from(newsletterSubscriptions)
    .where(eq(newsletterSubscriptions.email, email))
  return row?.status === "confirmed"
}

const subscriptionSorts = ["email", "demande", "confirmation", "depart"] as const
type SubscriptionSort = (typeof subscriptionSorts)[number]
/** Without the secret of its links. */
type ListedSubscription = Omit<Subscription, "token">
type SubscriptionQuery = {
  status: SubscriptionStatus
  search: string
  sort: SubscriptionSort
  descending: boolean
  page: number
}

export async function listSubscriptions({
  status,
  search,
  sort,
  descending,
  page,
}: SubscriptionQuery): Promise<Page<ListedSubscription>> {
  const condition = statusCondition(status, search)
  const [counted] = await db.select({ total: count() }).from(newsletterSubscriptions).where(condition)
  const total = counted?.total ?? 0
  const { offset, ...pagination } = clampPage(total, page)
  const order = sortOrder(sort, descending)
  const rows = await db
    .select(publicColumns)
    .from(newsletterSubscriptions)
    .where(condition)
    .orderBy(...order)
    .limit(PAGE_SIZE)
    .offset(offset)
  return { rows, total, ...pagination }
}

/** The id breaks ties, so that paging neither repeats nor skips a row. */
function sortOrder(sort: SubscriptionSort, descending: boolean): SQL[] {
  const { email, requestedAt, confirmedAt, unsubscribedAt, id } = newsletterSubscriptions
  const column = { email, demande: requestedAt, confirmation: confirmedAt, depart: unsubscribedAt }[sort]
  return [sql`${descending ? desc(column) : asc(column)} nulls last`, asc(id)]
}

function statusCondition(status: SubscriptionStatus, search: string): SQL | undefined {
  return and(
    eq(newsletterSubscriptions.status, status),
    matchesAllWords(withoutAccents(newsletterSubscriptions.email), search),
  )
}

export async function listAllSubscriptions(status: SubscriptionStatus, search = ""): Promise<ListedSubscription[]> {
  return db
    .select(publicColumns)
    .from(newsletterSubscriptions)
    .where(statusCondition(status, search))
    .orderBy(desc(newsletterSubscriptions.requestedAt), asc(newsletterSubscriptions.email))
}

const publicColumns = {
  id: newsletterSubscriptions.id,
  email: newsletterSubscriptions.email,
  status: newsletterSubscriptions.status,
  requestedAt: newsletterSubscriptions.requestedAt,
  confirmedAt: newsletterSubscriptions.confirmedAt,
  unsubscribedAt: newsletterSubscriptions.unsubscribedAt,
}

export async function countSubscriptions(): Promise<Record<SubscriptionStatus, number>> {
  const rows = await db
    .select({ status: newsletterSubscriptions.status, people: count() })
    .from(newsletterSubscriptions)
    .groupBy(newsletterSubscriptions.status)
  const counts: Record<SubscriptionStatus, number> = { pending: 0, confirmed: 0, unsubscribed: 0 }
  for (const { status, people } of rows) counts[status] = people
  return counts
}
