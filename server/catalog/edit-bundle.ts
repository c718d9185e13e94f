import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import type { ProductKind } from "../../domain/catalog/product-kinds.ts"
import type { ProductId } from "../../domain/id.ts"
import type { UnitsOfProduct } from "../../domain/rental/parts.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type Executor, db, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { bundleParts, products } from "../platform/schema/catalog.ts"
import { listBundleParts } from "./bundle-parts.ts"
import { type Gone, lockProduct } from "./product-rows.ts"

export type BundleProblem = Gone | { kind: "no-parts" | "unknown-part" | "changed" }

/** Replaces all parts. Bookings keep theirs. */
export async function saveBundleParts({
  actor,
  id,
  parts,
  loaded,
  at = new Date(),
}: {
  actor: Staff
  id: ProductId
  parts: readonly UnitsOfProduct[]
  /** `partsVersion` of the form. */
  loaded: string
  at?: Date
}): Promise<Result<null, BundleProblem>> {
  return transaction(async (tx) => {
    const bundle = await lockProduct(tx, id)
    if (bundle?.kind !== "bundle") return err({ kind: "gone" })
    if (parts.length === 0) return err({ kind: "no-parts" })
    const stored = (await listBundleParts([id], tx)).get(id) ?? []
    const version = partsVersion(stored.map((part) => ({ productId: part.id, units: part.units })))
    if (version === partsVersion(parts)) return ok(null)
    if (version !== loaded) return err({ kind: "changed" })
    const ids = parts.map(({ productId }) => productId)
    const rows = await tx
      .select({ id: products.id, name: products.name })
      .from(products)
      .where(and(inArray(products.id, ids), ne(products.kind, "bundle"), isNull(products.archivedAt)))
      .for("key share")
    const names = new Map(rows.map((row) => [row.id, row.name]))
    if (ids.some((part) => !names.has(part))) return err({ kind: "unknown-part" })
    await tx.delete(bundleParts).where(eq(bundleParts.bundleId, id))
    await tx
      .insert(bundleParts)
      .values(parts.map(({ productId, units }, order) => ({ bundleId: id, partId: productId, units, order })))
    const labels = parts.map(({ productId, units }) => `${units}\u00a0× ${names.get(productId)}`)
    const details = { parts: labels.join(", ") }
    await recordEvent(tx, { by: actor, action: "product.parts-saved", subject: id, details, at })
    return ok(null)
  })
}

/** Another administrator may save between. */
export function partsVersion(parts: readonly UnitsOfProduct[]): string {
  return parts.map(({ productId, units }) => `${productId}:${units}`).join(" ")
}

export type ProductName = { id: ProductId; name: string }

/** Machines and accessories that a bundle may have, or accessories for an option. */
export async function listParts(kinds: readonly ProductKind[]): Promise<ProductName[]> {
  return db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(and(isNull(products.archivedAt), inArray(products.kind, [...kinds])))
    .orderBy(asc(products.name), asc(products.id))
}

/** Bundles that have it, and products whose options need it. */
export async function listProductsWith(part: ProductId, executor: Executor): Promise<string[]> {
  const { rows } = await executor.execute<{ name: string }>(sql`
    select distinct name from pages_of_parts join products on products.id = page
    where pages_of_parts.product_id = ${part} order by name`)
  return rows.map(({ name }) => name)
}
