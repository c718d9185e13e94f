import { asc, eq } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import type { ProductField } from "../../domain/catalog/acts.ts"
import { manualPath } from "./manual-path.ts"
import type { OptionId, ProductId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { fieldNames, editDetails } from "../platform/revisions/edits.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import {
  bundleParts,
  productManuals,
  productOptions,
  productPictures,
  products,
  ratePlans,
} from "../platform/schema/catalog.ts"
import { type Gone, lockProduct } from "./product-rows.ts"
import { type Product } from "./queries.ts"

/** Prices in cents; a null `furthestDays` means the default horizon. */
export type ProductFields = Pick<Product, Exclude<ProductField, "archivedAt">>

export async function addProduct(actor: Staff, fields: ProductFields, at: Date = new Date()): Promise<ProductId> {
  return transaction(async (tx) => {
    const [added] = await tx
      .insert(products)
      .values({ ...fields, isActive: fields.isActive && fields.price > 0 })
      .returning()
    if (!added) throw new Error("The product was not returned")
    await recordEvent(tx, {
      by: actor,
      action: "product.added",
      subject: added.id,
      ...editDetails(fieldNames(fields), added.updatedAt),
      at,
    })
    return added.id
  })
}

export async function duplicateProduct(
  actor: Staff,
  id: ProductId,
  at: Date = new Date(),
): Promise<Result<ProductId, Gone>> {
  return transaction(async (tx) => {
    const original = await lockProduct(tx, id)
    if (!original) return err({ kind: "gone" })
    const { id: _, createdAt: _c, updatedAt: _u, order: _o, archivedAt: _a, ...fields } = original
    const name = `${original.name.slice(0, 110)} (copie)`
    const [copy] = await tx
      .insert(products)
      .values({ ...fields, name, isActive: false })
      .returning()
    if (!copy) throw new Error("The copy was not returned")
    if (original.manualUrl === manualPath(id))
      await tx
        .update(products)
        .set({ manualUrl: manualPath(copy.id) })
        .where(eq(products.id, copy.id))
    await copyOptions(tx, id, copy.id)
    await copyPlans(tx, id, copy.id)
    await copyParts(tx, id, copy.id)
    await copyManual(tx, id, copy.id)
    await copyGallery(tx, id, copy.id)
    await recordEvent(tx, {
      by: actor,
      action: "product.duplicated",
      subject: copy.id,
      details: { copyOf: id, name },
      at,
    })
    return ok(copy.id)
  })
}

async function copyOptions(tx: Transaction, from: ProductId, to: ProductId): Promise<void> {
  const rows = await tx
    .select()
    .from(productOptions)
    .where(eq(productOptions.productId, from))
    .orderBy(asc(productOptions.createdAt))
  const copies = new Map<OptionId, OptionId>()
  // Inserts options before their sub-options, which reference them.
  for (const row of [
    ...rows.filter(({ parentOptionId }) => !parentOptionId),
    ...rows.filter(({ parentOptionId }) => parentOptionId),
  ]) {
    const { id, createdAt, updatedAt: _, ...option } = row
    const parentOptionId = option.parentOptionId && (copies.get(option.parentOptionId) ?? null)
    const [copy] = await tx
      .insert(productOptions)
      .values({ ...option, productId: to, parentOptionId, createdAt })
      .returning({ id: productOptions.id })
    if (copy) copies.set(id, copy.id)
  }
}

async function copyPlans(tx: Transaction, from: ProductId, to: ProductId): Promise<void> {
  const rows = await tx.select().from(ratePlans).where(eq(ratePlans.productId, from))
  for (const { id: _, ...row } of rows) await tx.insert(ratePlans).values({ ...row, productId: to })
}

async function copyParts(tx: Transaction, from: ProductId, to: ProductId): Promise<void> {
  const rows = await tx.select().from(bundleParts).where(eq(bundleParts.bundleId, from))
  for (const row of rows) await tx.insert(bundleParts).values({ ...row, bundleId: to })
}

async function copyManual(tx: Transaction, from: ProductId, to: ProductId): Promise<void> {
  const [manual] = await tx.select().from(productManuals).where(eq(productManuals.productId, from))
  if (manual) await tx.insert(productManuals).values({ productId: to, content: manual.content })
}

async function copyGallery(tx: Transaction, from: ProductId, to: ProductId): Promise<void> {
  const rows = await tx.select().from(productPictures).where(eq(productPictures.productId, from))
  for (const { id: _, ...row } of rows) await tx.insert(productPictures).values({ ...row, productId: to })
}
