import { count, desc, eq } from "drizzle-orm"
import { db } from "../database.server.ts"
import { contactMessages } from "../schema/content.ts"
import { isId } from "../catalog/queries.ts"

export type ContactMessage = typeof contactMessages.$inferSelect
export type ContactStatus = ContactMessage["status"]

const PAGE = 50

/** The inbox, newest first, fifty at a time; `page` counts from 1. */
export async function contactMessagesOf(status: ContactStatus, page = 1): Promise<ContactMessage[]> {
  return db
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.status, status))
    .orderBy(desc(contactMessages.createdAt), desc(contactMessages.id))
    .limit(PAGE)
    .offset((page - 1) * PAGE)
}

/** How many messages each part of the inbox holds. */
export async function contactCounts(): Promise<Record<ContactStatus, number>> {
  const rows = await db.select({ status: contactMessages.status, messages: count() }).from(contactMessages).groupBy(contactMessages.status)
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
