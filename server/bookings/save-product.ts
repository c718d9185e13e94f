import { eq } from "drizzle-orm"
import type { Administrator } from "../../domain/accounts/party.ts"
import type { ProductId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { withClaimRetry } from "../availability/claim.ts"
import { type ProductFields, isForRent } from "../catalog/edit-products.ts"
import { type Gone, lockedProduct } from "../catalog/product-rows.ts"
import type { Product } from "../catalog/queries.ts"
import type { Transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { changedFields, edit } from "../platform/revisions/edits.ts"
import { type LoadedForm, type Stale, checkVersion } from "../platform/revisions/version.ts"
import { products } from "../platform/schema/catalog.ts"
import { type StillBooked, StockNeeded, changeStock } from "./change-stock.ts"

/**
 * Saves a product. Bookings keep the prices that they were placed with (D3), and the units that they have: a smaller
 * stock is refused while more are booked. Refused too when another version is stored, or none.
 */
export async function saveProduct(
  actor: Administrator,
  id: ProductId,
  fields: ProductFields,
  loaded: LoadedForm | Date | null,
  at: Date = new Date(),
): Promise<Result<Product, Stale | Gone | StillBooked>> {
  try {
    const saved = await withClaimRetry((tx) => saveIn(tx, actor, id, fields, loaded, at))
    if (saved === "days-taken") throw new Error("The stock could not be changed: others kept booking")
    return saved
  } catch (error) {
    if (error instanceof StockNeeded) return err(error.still)
    throw error
  }
}

async function saveIn(
  tx: Transaction,
  actor: Administrator,
  id: ProductId,
  typed: ProductFields,
  loaded: LoadedForm | Date | null,
  at: Date,
): Promise<Result<Product, Stale | Gone>> {
  const stored = await lockedProduct(tx, id)
  if (!stored) return err({ kind: "gone" })
  const checked = await checkVersion(tx, { kind: "product", id, stored, version: stored.updatedAt, typed, loaded })
  if (!checked.ok) return checked
  const fields = checked.value
  const changed = changedFields(comparable(stored), comparable(fields))
  if (changed.length === 0) return ok(stored)
  if (changed.includes("stock")) await changeStock(tx, id, fields.stock, at)
  // What is archived is not shown before it is brought back, nor what has no price (D50).
  const [saved] = await tx
    .update(products)
    .set({ ...fields, isActive: fields.isActive && isForRent(fields) && stored.archivedAt === null })
    .where(eq(products.id, id))
    .returning()
  if (!saved) throw new Error("The product was locked, then gone")
  await recordEvent(tx, {
    by: actor,
    action: "product.saved",
    subject: id,
    ...edit(changed, saved.updatedAt, { before: stored, after: saved }),
    at,
  })
  return ok(saved)
}

const comparable = <Fields extends { features: readonly string[] }>(fields: Fields) => ({
  ...fields,
  features: fields.features.join("\n"),
})
