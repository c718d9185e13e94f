import { eq } from "drizzle-orm"
import type { ManualSection } from "../../../domain/catalog/manual.ts"
import type { Staff } from "../../../domain/accounts/party.ts"
import { manualPath } from "../../catalog/manual-path.ts"
import { type ProductId, isId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { type Gone, lockProduct } from "../../catalog/product-rows.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { productManuals, products } from "../../platform/schema/catalog.ts"
import { editDetails } from "../../platform/revisions/edits.ts"
import { type LoadedForm, type Stale, checkVersion } from "../../platform/revisions/version.ts"

type StoredManual = { sections: ManualSection[]; updatedAt: Date }

/** `content` is Markdown; null before the first save. */
export async function readStoredManual(productId: string): Promise<StoredManual | null> {
  if (!isId(productId)) return null
  const [row] = await db.select().from(productManuals).where(eq(productManuals.productId, productId))
  return row ? { sections: row.content.sections, updatedAt: row.updatedAt } : null
}

/** `keepUrl` keeps a link to an external manual. An empty manual loses its link. */
export async function saveManual({
  actor,
  productId,
  sections: typed,
  keepUrl = false,
  loaded,
  at = new Date(),
}: {
  actor: Staff
  productId: ProductId
  sections: ManualSection[]
  keepUrl?: boolean
  loaded: LoadedForm | Date | null
  at?: Date
}): Promise<Result<{ manualUrl: string | null }, Stale | Gone>> {
  return transaction(async (tx) => {
    // Locking the product serialises two first saves.
    const product = await lockProduct(tx, productId)
    if (!product) return err({ kind: "gone" })
    const stored = await lockManual(tx, productId)
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
    const manualUrl = nextManualUrl(productId, product.manualUrl, { sections, keepUrl })
    const isUnchanged = JSON.stringify(stored?.sections ?? []) === JSON.stringify(sections)
    if (isUnchanged && manualUrl === product.manualUrl) return ok({ manualUrl })
    const version = await writeManual(tx, productId, sections)
    if (manualUrl !== product.manualUrl) await setManualUrl(tx, { actor, productId, manualUrl, at })
    await recordEvent(tx, {
      by: actor,
      action: "manual.saved",
      subject: productId,
      details: { changed: ["sections"], version: version.toISOString() },
      personal: {
        before: { sections: stored?.sections ?? null, manualUrl: product.manualUrl },
        ...removedSections(stored?.sections ?? [], sections),
      },
      at,
    })
    return ok({ manualUrl })
  })
}

function removedSections(
  before: readonly ManualSection[],
  after: readonly ManualSection[],
): { sectionsRemoved?: string[] } {
  if (after.length >= before.length) return {}
  const remainingTitles = new Set(after.map(({ title }) => title))
  const removedTitles = before.filter(({ title }) => !remainingTitles.has(title)).map(({ title }) => title)
  return {
    sectionsRemoved: removedTitles.length > 0 ? removedTitles : before.slice(after.length).map(({ title }) => title),
  }
}

function nextManualUrl(
  productId: ProductId,
  current: string | null,
  { sections, keepUrl }: { sections: readonly ManualSection[]; keepUrl: boolean },
): string | null {
  const ownUrl = manualPath(productId)
  const isExternal = current !== null && current !== ownUrl
  if (isExternal && (keepUrl || sections.length === 0)) return current
  return sections.length === 0 ? null : ownUrl
}

async function lockManual(tx: Transaction, productId: ProductId): Promise<StoredManual | null> {
  const [row] = await tx.select().from(productManuals).where(eq(productManuals.productId, productId)).for("update")
  return row ? { sections: row.content.sections, updatedAt: row.updatedAt } : null
}

async function writeManual(tx: Transaction, productId: ProductId, sections: ManualSection[]): Promise<Date> {
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
  { actor, productId, manualUrl, at }: { actor: Staff; productId: ProductId; manualUrl: string | null; at: Date },
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
    ...editDetails(["manualUrl"], saved.updatedAt),
    at,
  })
}
