import { eq } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import type { ProductId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { withClaimRetry } from "../availability/claim.ts"
import type { ProductFields } from "../catalog/edit-products.ts"
import { type Gone, lockProduct } from "../catalog/product-rows.ts"
import type { Product } from "../catalog/queries.ts"
import { isForRent } from "../catalog/rate-plans.ts"
import type { Transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { changedFields, editDetails } from "../platform/revisions/edits.ts"
import { type LoadedForm, type Stale, checkVersion } from "../platform/revisions/version.ts"
import { products } from "../platform/schema/catalog.ts"
import { type StillBooked, StockTooLow, changeStock } from "./change-stock.ts"

/** Existing bookings keep their prices (D3) and units. */
export async function saveProduct({
  actor,
  id,
  fields,
  loaded,
  at = new Date(),
}: {
  actor: Staff
  id: ProductId
  fields: ProductFields
  loaded: LoadedForm | Date | null
  at?: Date | undefined
}): Promise<Result<Product, Stale | Gone | StillBooked>> {
  try {
    const saved = await withClaimRetry((tx) => saveInTransaction(tx, { actor, id, typed: fields, loaded, at }))
    if (saved === "days-taken") throw new Error("The stock could not be changed: others kept booking")
    return saved
  } catch (error) {
    if (error instanceof StockTooLow) return err(error.blockers)
    throw error
  }
}

async function saveInTransaction(
  tx: Transaction,
  {
    actor,
    id,
    typed,
    loaded,
    at,
  }: { actor: Staff; id: ProductId; typed: ProductFields; loaded: LoadedForm | Date | null; at: Date },
): Promise<Result<Product, Stale | Gone>> {
  const stored = await lockProduct(tx, id)
  if (!stored) return err({ kind: "gone" })
  const checked = await checkVersion(tx, { kind: "product", id, stored, version: stored.updatedAt, typed, loaded })
  if (!checked.ok) return checked
  // Its bookings hold units of it, or of its parts.
  const fields = { ...checked.value, kind: stored.kind }
  const changed = changedFields(stored, fields)
  if (changed.length === 0) return ok(stored)
  if (changed.includes("stock")) await changeStock(tx, id, fields.stock, at)
  // Archived or unpriced products stay inactive (D50).
  const [saved] = await tx
    .update(products)
    .set({
      ...fields,
      isActive: fields.isActive && stored.archivedAt === null && (await isForRent(tx, { ...fields, id })),
    })
    .where(eq(products.id, id))
    .returning()
  if (!saved) throw new Error("The product was locked, then gone")
  await recordEvent(tx, {
    by: actor,
    action: "product.saved",
    subject: id,
    ...editDetails(changed, saved.updatedAt, { before: stored, after: saved }),
    at,
  })
  return ok(saved)
}
