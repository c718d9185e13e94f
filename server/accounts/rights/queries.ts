import { and, asc, count, desc, eq, isNotNull, isNull, lte, sql } from "drizzle-orm"
import { RIGHTS_NOTICE_DAYS } from "../../../domain/accounts/rights.ts"
import { addDays, dayInParis } from "../../../domain/day.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { db } from "../../platform/database.server.ts"
import { type Page, clampPage } from "../../platform/pagination.ts"
import { rightsRequests } from "../../platform/schema/accounts.ts"

export type RightsRequest = typeof rightsRequests.$inferSelect

export async function listRequests(answered: boolean, page: number): Promise<Page<RightsRequest>> {
  const filter = answered ? isNotNull(rightsRequests.answeredAt) : isNull(rightsRequests.answeredAt)
  const [all] = await db.select({ total: count() }).from(rightsRequests).where(filter)
  const total = all?.total ?? 0
  const { offset, ...pageInfo } = clampPage(total, page, 10)
  const order = answered ? [desc(rightsRequests.answeredAt)] : [asc(rightsRequests.dueOn), asc(rightsRequests.number)]
  const rows = await db
    .select()
    .from(rightsRequests)
    .where(filter)
    .orderBy(...order)
    .limit(10)
    .offset(offset)
  return { rows, total, ...pageInfo }
}

export async function countOpenRequests(at: Date): Promise<{ open: number; near: number; late: number }> {
  const today = dayInParis(at)
  const until = addDays(today, RIGHTS_NOTICE_DAYS)
  const [row] = await db
    .select({
      open: count(),
      near: sql<number>`count(*) filter (where ${lte(rightsRequests.dueOn, until)})`.mapWith(Number),
      late: sql<number>`count(*) filter (where ${rightsRequests.dueOn} < ${today}::date)`.mapWith(Number),
    })
    .from(rightsRequests)
    .where(isNull(rightsRequests.answeredAt))
  return row ?? { open: 0, near: 0, late: 0 }
}

export async function listOwnRequests(profileId: ProfileId): Promise<RightsRequest[]> {
  return db
    .select()
    .from(rightsRequests)
    .where(and(eq(rightsRequests.profileId, profileId)))
    .orderBy(desc(rightsRequests.number))
    .limit(20)
}
