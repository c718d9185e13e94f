import { asc, eq } from "drizzle-orm"
import { db } from "../database.server.ts"
import { faqEntries } from "../schema/content.ts"

export type FaqEntry = Pick<typeof faqEntries.$inferSelect, "slug" | "theme" | "question" | "answer">

/** The published questions in the owner's order; `answer` is Markdown. */
export async function readFaq(): Promise<FaqEntry[]> {
  const { slug, theme, question, answer } = faqEntries
  return db
    .select({ slug, theme, question, answer })
    .from(faqEntries)
    .where(eq(faqEntries.isPublished, true))
    .orderBy(asc(faqEntries.order), asc(faqEntries.createdAt))
}
