import { asc, eq, sql } from "drizzle-orm"
import type { Direction } from "../../../isomorphic/ordering.ts"
import type { Staff } from "../../../domain/accounts/party.ts"
import type { Id } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { faqEntries } from "../../platform/schema/content.ts"
import { matchesAllWords, withoutAccents } from "../../platform/text-search.ts"
import { changedFields, fieldNames, editDetails } from "../../platform/revisions/edits.ts"
import { reserveLastPlace } from "../../platform/revisions/list-order.ts"
import { type LoadedForm, type Stale, checkVersion } from "../../platform/revisions/version.ts"
import type { Gone } from "../../catalog/product-rows.ts"
import { type EntryList, moveEntry, removeEntry } from "./entry-list.ts"

type StoredFaqEntry = typeof faqEntries.$inferSelect
/** `answer` is Markdown. */
type FaqText = Pick<StoredFaqEntry, "theme" | "question" | "answer" | "isPublished">

const list: EntryList = {
  name: "faq",
  table: faqEntries,
  sortColumns: [asc(faqEntries.order), asc(faqEntries.createdAt)],
  rows: "faq_entries",
  moved: "faq.moved",
  removed: "faq.removed",
}

export async function listFaqEntries(search = ""): Promise<StoredFaqEntry[]> {
  const { theme, question, answer } = faqEntries
  const matchesSearch = matchesAllWords(
    withoutAccents(sql`(${theme} || ' ' || ${question} || ' ' || ${answer})`),
    search,
  )
  return db
    .select()
    .from(faqEntries)
    .where(matchesSearch)
    .orderBy(...list.sortColumns)
}

/** The slug never changes, so that links keep working. */
export async function addFaqEntry(actor: Staff, text: FaqText, at: Date = new Date()): Promise<Id> {
  return transaction(async (tx) => {
    const order = await reserveLastPlace(tx, list)
    const slug = await createSlug(tx, text.question)
    const [added] = await tx
      .insert(faqEntries)
      .values({ ...text, slug, order })
      .returning()
    if (!added) throw new Error("The question was not returned")
    await recordEvent(tx, {
      by: actor,
      action: "faq.added",
      subject: added.id,
      ...editDetails(fieldNames(text), added.updatedAt, { before: null, after: text }),
      at,
    })
    return added.id
  })
}

async function createSlug(tx: Transaction, question: string): Promise<string> {
  const words = question
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
  const base = words.slice(0, 60).replace(/-[^-]*$/, (end) => (words.length > 60 ? "" : end)) || "question"
  const existingSlugs = new Set((await tx.select({ slug: faqEntries.slug }).from(faqEntries)).map(({ slug }) => slug))
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!existingSlugs.has(slug)) return slug
  }
}

export async function saveFaqEntry({
  actor,
  id,
  typed,
  loaded,
  at = new Date(),
}: {
  actor: Staff
  id: Id
  typed: FaqText
  loaded: LoadedForm | Date | null
  at?: Date | undefined
}): Promise<Result<StoredFaqEntry, Stale | Gone>> {
  return transaction(async (tx) => {
    const [stored] = await tx.select().from(faqEntries).where(eq(faqEntries.id, id)).for("update")
    if (!stored) return err({ kind: "gone" })
    const checked = await checkVersion(tx, { kind: "faq-entry", id, stored, version: stored.updatedAt, typed, loaded })
    if (!checked.ok) return checked
    const text = checked.value
    const changed = changedFields(stored, text)
    if (changed.length === 0) return ok(stored)
    const [saved] = await tx.update(faqEntries).set(text).where(eq(faqEntries.id, id)).returning()
    if (!saved) throw new Error("The question was locked, then gone")
    await recordEvent(tx, {
      by: actor,
      action: "faq.saved",
      subject: id,
      ...editDetails(changed, saved.updatedAt, { before: stored, after: text }),
      at,
    })
    return ok(saved)
  })
}

export async function removeFaqEntry(actor: Staff, id: Id, at: Date = new Date()): Promise<Result<number, Gone>> {
  return removeEntry(actor, list, id, at)
}

export async function moveFaqEntry(
  actor: Staff,
  id: Id,
  to: Direction | number,
  at: Date = new Date(),
): Promise<Result<null, Gone>> {
  return moveEntry({ actor, list, id, to, at })
}
