import { eq } from "drizzle-orm"
import type { ManualSection } from "../../../domain/catalog/manual.ts"
import type { Administrator } from "../../../domain/accounts/party.ts"
import { manualPath } from "../../catalog/manual-path.ts"
import { type ProductId, isId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { type Gone, lockedProduct } from "../../catalog/product-rows.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { productManuals, products } from "../../platform/schema/catalog.ts"
import { edit } from "../../platform/revisions/edits.ts"
import { type LoadedForm, type Stale, checkVersion } from "../../platform/revisions/version.ts"

export type StoredManual = { sections: ManualSection[]; updatedAt: Date }

/** The sections of a product's manual in their order; null before the first save. `content` is Markdown. */
export async function readStoredManual(productId: string): Promise<StoredManual | null> {
  if (!isId(productId)) return null
  const [row] = await db.select().from(productManuals).where(eq(productManuals.productId, productId))
  return row ? { sections: row.content.sections, updatedAt: row.updatedAt } : null
}

/**
 * Saves all the sections of a manual and sets the product's manual_url to /manual/{id}. With `keepUrl` a manual that is
 * kept elsewhere stays the product's; an empty manual is nobody's: a link to this page goes with its last section.
 * Refused when another version is stored.
 */
export async function saveManual(
  actor: Administrator,
  productId: ProductId,
  { sections: typed, keepUrl = false }: { sections: ManualSection[]; keepUrl?: boolean },
  loaded: LoadedForm | Date | null,
  at: Date = new Date(),
): Promise<Result<{ manualUrl: string | null }, Stale | Gone>> {
  return transaction(async (tx) => {
    // The product's row is what two first saves of its manual wait for.
    const product = await lockedProduct(tx, productId)
    if (!product) return err({ kind: "gone" })
    const stored = await lockedManual(tx, productId)
    const checked = stored
      ? await checkVersion(tx, {
          kind: "manual",
          id: productId,
          stored,
          version: stored.updatedAt,
          typed: { sections: typed },
          loaded,
        })
      : ok({ sections: typed })
    if (!checked.ok) return checked
    const { sections } = checked.value
    const manualUrl = urlAfter(productId, product.manualUrl, { sections, keepUrl })
    const same = JSON.stringify(stored?.sections ?? []) === JSON.stringify(sections)
    if (same && manualUrl === product.manualUrl) return ok({ manualUrl })
    const version = await write(tx, productId, sections)
    if (manualUrl !== product.manualUrl) await setManualUrl(tx, actor, productId, manualUrl, at)
    await recordEvent(tx, {
      by: actor,
      action: "manual.saved",
      subject: productId,
      details: { changed: ["sections"], version: version.toISOString() },
      personal: {
        before: { sections: stored?.sections ?? null, manualUrl: product.manualUrl },
        ...sectionsGone(stored?.sections ?? [], sections),
      },
      at,
    })
    return ok({ manualUrl })
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
  productId: ProductId,
  current: string | null,
  { sections, keepUrl }: { sections: readonly ManualSection[]; keepUrl: boolean },
): string | null {
  const own = manualPath(productId)
  const elsewhere = current !== null && current !== own
  if (elsewhere && (keepUrl || sections.length === 0)) return current
  return sections.length === 0 ? null : own
}

async function lockedManual(tx: Transaction, productId: ProductId): Promise<StoredManual | null> {
  const [row] = await tx.select().from(productManuals).where(eq(productManuals.productId, productId)).for("update")
  return row ? { sections: row.content.sections, updatedAt: row.updatedAt } : null
}

async function write(tx: Transaction, productId: ProductId, sections: ManualSection[]): Promise<Date> {
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
  actor: Administrator,
  productId: ProductId,
  manualUrl: string | null,
  at: Date,
): Promise<void> {
  const [saved] = await tx
    .update(products)
    .set({ manualUrl })
    .where(eq(products.id, productId))
    .returning({ updatedAt: products.updatedAt })
  if (!saved) throw new Error("The product was locked, then gone")
  await recordEvent(tx, {
    by: actor,
    action: "product.manual-linked",
    subject: productId,
    ...edit(["manualUrl"], saved.updatedAt),
    at,
  })
}
