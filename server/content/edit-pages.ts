import type { Administrator } from "../../domain/accounts/party.ts"
import { type Result, ok } from "../../domain/result.ts"
import { type Transaction, db, transaction } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { aboutPageContent, servicesPageContent } from "../schema/content.ts"
import { type Stale, changedFields, lockList, edit } from "../revisions/edits.ts"
import { type Opened, mergeEdit } from "../revisions/merge.ts"

/** `content` is Markdown. */
export type PageText = { title: string; content: string }
export type StoredPage = PageText & { updatedAt: Date }
export type EditablePage = "about" | "services"

/** A text and the version of it that a form is opened on; null before it is written. */
export async function readPageText(page: EditablePage): Promise<StoredPage | null> {
  const [row] =
    page === "about" ? await db.select().from(aboutPageContent) : await db.select().from(servicesPageContent)
  return row ? { title: row.title, content: row.content, updatedAt: row.updatedAt } : null
}

/** Saves title and text. Refused when another administrator changed them since `seen` (null: there was nothing yet). */
export async function savePageText(
  actor: Administrator,
  page: EditablePage,
  { title, content }: PageText,
  seen: Opened | Date | null,
  at: Date = new Date(),
): Promise<Result<StoredPage, Stale>> {
  const typed = { title, content }
  return transaction(async (tx) => {
    await lockList(tx, `page:${page}`)
    const stored = await lockedPage(tx, page)
    const merged = stored ? await mergeEdit(tx, { kind: "page", id: page }, stored, seen, typed) : ok(typed)
    if (!merged.ok) return merged
    const text = merged.value
    const changed = changedFields(stored, text)
    if (stored && changed.length === 0) return ok(stored)
    const saved = await writePage(tx, page, text)
    await recordEvent(tx, {
      by: actor,
      action: "page.saved",
      subject: page,
      ...edit(changed, saved.updatedAt, { before: stored, after: text }),
      at,
    })
    return ok(saved)
  })
}

async function lockedPage(tx: Transaction, page: EditablePage): Promise<StoredPage | null> {
  const [row] =
    page === "about"
      ? await tx.select().from(aboutPageContent).for("update")
      : await tx.select().from(servicesPageContent).for("update")
  return row ?? null
}

async function writePage(tx: Transaction, page: EditablePage, text: PageText): Promise<StoredPage> {
  const [saved] =
    page === "about"
      ? await tx
          .insert(aboutPageContent)
          .values(text)
          .onConflictDoUpdate({ target: aboutPageContent.id, set: text })
          .returning()
      : await tx
          .insert(servicesPageContent)
          .values(text)
          .onConflictDoUpdate({ target: servicesPageContent.id, set: text })
          .returning()
  if (!saved) throw new Error(`The text of the ${page} page was not returned`)
  return saved
}
