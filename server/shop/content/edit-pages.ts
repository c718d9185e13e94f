import type { Staff } from "../../../domain/accounts/party.ts"
import { type Result, ok } from "../../../domain/result.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { aboutPageContent, servicesPageContent } from "../../platform/schema/content.ts"
import { changedFields, lockByName, editDetails } from "../../platform/revisions/edits.ts"
import { type LoadedForm, type Stale, checkVersion } from "../../platform/revisions/version.ts"

/** `content` is Markdown. `cloudWithout` lists words left out of the about page's cloud. */
type PageText = { title: string; content: string; cloudWithout?: string }
type StoredPage = Required<PageText> & { updatedAt: Date }
export type EditablePage = "about" | "services"

export async function readPageText(page: EditablePage): Promise<StoredPage | null> {
  const [row] =
    page === "about" ? await db.select().from(aboutPageContent) : await db.select().from(servicesPageContent)
  return row ? toStoredPage(row) : null
}

export async function savePageText({
  actor,
  page,
  title,
  content,
  cloudWithout = "",
  loaded,
  at = new Date(),
}: PageText & { actor: Staff; page: EditablePage; loaded: LoadedForm | Date | null; at?: Date }): Promise<
  Result<StoredPage, Stale>
> {
  const typed = { title, content, cloudWithout: page === "about" ? cloudWithout : "" }
  return transaction(async (tx) => {
    await lockByName(tx, `page:${page}`)
    const stored = await lockPage(tx, page)
    const checked = stored
      ? await checkVersion(tx, { kind: "page", id: page, stored, version: stored.updatedAt, typed, loaded })
      : ok(typed)
    if (!checked.ok) return checked
    const text = checked.value
    const changed = changedFields(stored, text)
    if (stored && changed.length === 0) return ok(stored)
    const saved = await writePage(tx, page, text)
    await recordEvent(tx, {
      by: actor,
      action: "page.saved",
      subject: page,
      ...editDetails(changed, saved.updatedAt, { before: stored, after: text }),
      at,
    })
    return ok(saved)
  })
}

async function lockPage(tx: Transaction, page: EditablePage): Promise<StoredPage | null> {
  const [row] =
    page === "about"
      ? await tx.select().from(aboutPageContent).for("update")
      : await tx.select().from(servicesPageContent).for("update")
  return row ? toStoredPage(row) : null
}

type PageRow = Omit<StoredPage, "cloudWithout"> & { cloudWithout?: string }

function toStoredPage({ title, content, cloudWithout = "", updatedAt }: PageRow): StoredPage {
  return { title, content, cloudWithout, updatedAt }
}

async function writePage(
  tx: Transaction,
  page: EditablePage,
  { cloudWithout, ...text }: Required<PageText>,
): Promise<StoredPage> {
  const [saved] =
    page === "about"
      ? await tx
          .insert(aboutPageContent)
          .values({ ...text, cloudWithout })
          .onConflictDoUpdate({ target: aboutPageContent.id, set: { ...text, cloudWithout } })
          .returning()
      : await tx
          .insert(servicesPageContent)
          .values(text)
          .onConflictDoUpdate({ target: servicesPageContent.id, set: text })
          .returning()
  if (!saved) throw new Error(`The text of the ${page} page was not returned`)
  return toStoredPage(saved)
}
