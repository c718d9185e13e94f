import { eq } from "drizzle-orm"
import type { ManualSection } from "../../domain/catalog/manual.ts"
import { manualPath } from "../../domain/catalog/product-fields.ts"
import { type Result, done, refused } from "../../domain/result.ts"
import { type Gone, lockedProduct, productSubject } from "../catalog/product-rows.ts"
import { isId } from "../catalog/queries.ts"
import { type Transaction, db, transaction } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { productManuals, products } from "../schema/catalogue.ts"
import { type Editor, type Stale, recordEdit, staleSince } from "../revisions/edits.ts"

export type StoredManual = { sections: ManualSection[]; updatedAt: Date }

/** What a save did: with `event` it can be taken back, null when nothing changed. */
export type ManualSaved = { event: number | null; manualUrl: string | null }

const subject = (productId: string) => ({ kind: "manual", id: productId })

/** The sections of a product's manual in their order; null before the first save. `content` is Markdown. */
export async function readStoredManual(productId: string): Promise<StoredManual | null> {
  if (!isId(productId)) return null
  const [row] = await db.select().from(productManuals).where(eq(productManuals.productId, productId))
  return row ? { sections: row.content.sections, updatedAt: row.updatedAt } : null
}

/**
 * Saves all the sections of a manual and sets the product's manual_url to /manual/{id}. With `keepUrl` a manual that is
 * kept elsewhere stays the product's; an empty manual is nobody's: a link to this page goes with its last section.
 * Refused when somebody else saved the manual since `seen` (null: there was none).
 */
export async function saveManual(
  actor: Editor,
  productId: string,
  { sections, keepUrl = false }: { sections: ManualSection[]; keepUrl?: boolean },
  seen: Date | null,
  at: Date = new Date(),
): Promise<Result<ManualSaved, Stale | Gone>> {
  return transaction(async (tx) => {
    // The product's row is what two first saves of its manual wait for.
    const product = await lockedProduct(tx, productId)
    if (!product) return refused({ kind: "gone" })
    const stored = await lockedManual(tx, productId)
    const stale = stored && (await staleSince(tx, subject(productId), stored, seen, ["sections"]))
    if (stale) return refused(stale)
    const manualUrl = urlAfter(productId, product.manualUrl, { sections, keepUrl })
    const same = JSON.stringify(stored?.sections ?? []) === JSON.stringify(sections)
    if (same && manualUrl === product.manualUrl) return done({ event: null, manualUrl })
    const version = await write(tx, productId, sections)
    if (manualUrl !== product.manualUrl) await setManualUrl(tx, actor, productId, manualUrl, at)
    const details = {
      changed: ["sections"],
      version: version.toISOString(),
      before: { sections: stored?.sections ?? null, manualUrl: product.manualUrl },
      ...sectionsGone(stored?.sections ?? [], sections),
    }
    return done({
      event: await recordEvent(tx, { actor, action: "manual.saved", subject: subject(productId), details, at }),
      manualUrl,
    })
  })
}

/** What a save took out of a manual, by its titles: with that the journal offers to put it back. */
function sectionsGone(
  before: readonly ManualSection[],
  after: readonly ManualSection[],
): { sectionsRemoved?: string[] } {
  if (after.length >= before.length) return {}
  const kept = new Set(after.map(({ title }) => title))
  const gone = before.filter(({ title }) => !kept.has(title)).map(({ title }) => title)
  return { sectionsRemoved: gone.length > 0 ? gone : before.slice(after.length).map(({ title }) => title) }
}

function urlAfter(
  productId: string,
  current: string | null,
  { sections, keepUrl }: { sections: readonly ManualSection[]; keepUrl: boolean },
): string | null {
  const own = manualPath(productId)
  const elsewhere = current !== null && current !== own
  if (elsewhere && (keepUrl || sections.length === 0)) return current
  return sections.length === 0 ? null : own
}

async function lockedManual(tx: Transaction, productId: string): Promise<StoredManual | null> {
  const [row] = await tx.select().from(productManuals).where(eq(productManuals.productId, productId)).for("update")
  return row ? { sections: row.content.sections, updatedAt: row.updatedAt } : null
}

async function write(tx: Transaction, productId: string, sections: ManualSection[]): Promise<Date> {
  const content = { sections }
  const [saved] = await tx
    .insert(productManuals)
    .values({ productId, content })
    .onConflictDoUpdate({ target: productManuals.productId, set: { content } })
    .returning({ updatedAt: productManuals.updatedAt })
  if (!saved) throw new Error("The manual was not returned")
  return saved.updatedAt
}

async function setManualUrl(
  tx: Transaction,
  actor: Editor,
  productId: string,
  manualUrl: string | null,
  at: Date,
): Promise<void> {
  const [saved] = await tx
    .update(products)
    .set({ manualUrl })
    .where(eq(products.id, productId))
    .returning({ updatedAt: products.updatedAt })
  if (!saved) throw new Error("The product was locked, then gone")
  await recordEdit(tx, {
    actor,
    action: "product.manual-linked",
    subject: productSubject(productId),
    changed: ["manualUrl"],
    version: saved.updatedAt,
    at,
  })
}

/** Puts a manual back to what it was before a save, unless it was saved again since. */
export async function undoManual(
  actor: Editor,
  productId: string,
  details: Readonly<Record<string, unknown>>,
  undoes: number,
  at: Date,
): Promise<boolean> {
  const before = details["before"] as { sections: ManualSection[] | null; manualUrl: string | null }
  return transaction(async (tx) => {
    const product = await lockedProduct(tx, productId)
    const stored = product && (await lockedManual(tx, productId))
    if (!product || stored?.updatedAt.toISOString() !== details["version"]) return false
    const version = await write(tx, productId, before.sections ?? [])
    if (before.manualUrl !== product.manualUrl) await setManualUrl(tx, actor, productId, before.manualUrl, at)
    await recordEvent(tx, {
      actor,
      action: "manual.put-back",
      subject: subject(productId),
      details: { undoes, changed: ["sections"], version: version.toISOString() },
      at,
    })
    return true
  })
}
