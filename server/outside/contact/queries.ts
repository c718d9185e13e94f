import { type SQL, and, asc, count, desc, eq, sql } from "drizzle-orm"
import { isId } from "../../../domain/id.ts"
import { db } from "../../platform/database.server.ts"
import { type Page, PAGE_SIZE, pageAt } from "../../platform/lists.ts"
import { contactMessages } from "../../platform/schema/content.ts"
import { holdsLabel, withoutAccents } from "../../platform/text-search.ts"

export type ContactMessage = typeof contactMessages.$inferSelect
export type ContactStatus = ContactMessage["status"]

const contactSorts = ["date", "nom"] as const
export type ContactSort = (typeof contactSorts)[number]
export type ContactsAsked = {
  status: ContactStatus
  search: string
  sort: ContactSort
  descending: boolean
  page: number
}

const { name, email, phone, message, answer } = contactMessages
/** What a message is found by. */
const words = withoutAccents(
  sql`(${name} || ' ' || ${email} || ' ' || coalesce(${phone}, '') || ' ' || ${message} || ' ' || coalesce(${answer}, ''))`,
)

/** One page of a part of the inbox: messages by who wrote, their mail, their number, or any word of the message or its answer. */
export async function listContactMessages({
  status,
  search,
  sort,
  descending,
  page,
}: ContactsAsked): Promise<Page<ContactMessage>> {
  const wanted = and(eq(contactMessages.status, status), holdsLabel(words, search))
  const [counted] = await db.select({ total: count() }).from(contactMessages).where(wanted)
  const total = counted?.total ?? 0
  const { offset, ...shown } = pageAt(total, page)
  const rows = await db
    .select()
    .from(contactMessages)
    .where(wanted)
    .orderBy(...inOrder(sort, descending))
    .limit(PAGE_SIZE)
    .offset(offset)
  return { rows, total, ...shown }
}

/** The id decides between equals, so that no message is on two pages or on none. */
function inOrder(sort: ContactSort, descending: boolean): SQL[] {
  const way = descending ? desc : asc
  return [way(sort === "nom" ? withoutAccents(name) : contactMessages.createdAt), way(contactMessages.id)]
}

/** How many messages each part of the inbox holds. */
export async function contactCounts(): Promise<Record<ContactStatus, number>> {
  const rows = await db
    .select({ status: contactMessages.status, messages: count() })
    .from(contactMessages)
    .groupBy(contactMessages.status)
  const counts: Record<ContactStatus, number> = { new: 0, answered: 0, archived: 0 }
  for (const { status, messages } of rows) counts[status] = messages
  return counts
}

/** One message, or null. */
export async function contactMessage(id: string): Promise<ContactMessage | null> {
  if (!isId(id)) return null
  const [row] = await db.select().from(contactMessages).where(eq(contactMessages.id, id))
  return row ?? null
}
