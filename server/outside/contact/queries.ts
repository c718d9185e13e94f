import { type SQL, and, asc, count, desc, eq, getTableColumns, sql } from "drizzle-orm"
import { type Id, isId } from "../../../domain/id.ts"
import { db } from "../../platform/database.server.ts"
import { type Page, PAGE_SIZE, clampPage } from "../../platform/pagination.ts"
import { contactMessages } from "../../platform/schema/content.ts"
import { leads } from "../../platform/schema/leads.ts"
import { matchesAllWords, withoutAccents } from "../../platform/text-search.ts"

export type ContactMessage = typeof contactMessages.$inferSelect
/** One that was archived before there were leads has none. */
export type MessageWithLead = ContactMessage & { leadId: Id | null }
type ContactStatus = ContactMessage["status"]

const contactSorts = ["date", "nom"] as const
type ContactSort = (typeof contactSorts)[number]
type ContactQuery = {
  status: ContactStatus
  search: string
  sort: ContactSort
  descending: boolean
  page: number
}

const { name, email, phone, message, answer } = contactMessages
const words = withoutAccents(
  sql`(${name} || ' ' || ${email} || ' ' || coalesce(${phone}, '') || ' ' || ${message} || ' ' || coalesce(${answer}, ''))`,
)

export async function listContactMessages({
  status,
  search,
  sort,
  descending,
  page,
}: ContactQuery): Promise<Page<ContactMessage>> {
  const condition = and(eq(contactMessages.status, status), matchesAllWords(words, search))
  const [counted] = await db.select({ total: count() }).from(contactMessages).where(condition)
  const total = counted?.total ?? 0
  const { offset, ...pagination } = clampPage(total, page)
  const rows = await db
    .select()
    .from(contactMessages)
    .where(condition)
    .orderBy(...sortOrder(sort, descending))
    .limit(PAGE_SIZE)
    .offset(offset)
  return { rows, total, ...pagination }
}

/** The id breaks ties, so that paging neither repeats nor skips a message. */
function sortOrder(sort: ContactSort, descending: boolean): SQL[] {
  const direction = descending ? desc : asc
  return [direction(sort === "nom" ? withoutAccents(name) : contactMessages.createdAt), direction(contactMessages.id)]
}

export async function countContactMessages(): Promise<Record<ContactStatus, number>> {
  const rows = await db
    .select({ status: contactMessages.status, messages: count() })
    .from(contactMessages)
    .groupBy(contactMessages.status)
  const counts: Record<ContactStatus, number> = { new: 0, answered: 0, archived: 0 }
  for (const { status, messages } of rows) counts[status] = messages
  return counts
}

export async function findContactMessage(id: string): Promise<MessageWithLead | null> {
  if (!isId(id)) return null
  const [row] = await db
    .select({ ...getTableColumns(contactMessages), leadId: leads.id })
    .from(contactMessages)
    .leftJoin(leads, eq(leads.messageId, contactMessages.id))
    .where(eq(contactMessages.id, id))
  return row ?? null
}
