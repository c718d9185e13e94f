import { inArray } from "drizzle-orm"
import { type Id, isId } from "../../../domain/id.ts"
import { db } from "../../platform/database.server.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { productOptions, productPictures, products, ratePlans } from "../../platform/schema/catalog.ts"
import { servicesPageImages } from "../../platform/schema/content.ts"

const internalKeys = new Set(["removed", "was", "group", "mail"])

export async function readNames(
  records: readonly Readonly<Record<string, unknown>>[],
): Promise<Record<string, string>> {
  const ids = [
    ...new Set(
      records.flatMap((details) =>
        Object.entries(details).flatMap(([name, value]) => (internalKeys.has(name) ? [] : collectIds(value))),
      ),
    ),
  ]
  if (ids.length === 0) return {}
  const rows = await Promise.all([
    db.select({ id: products.id, name: products.name }).from(products).where(inArray(products.id, ids)),
    db
      .select({ id: productOptions.id, name: productOptions.name })
      .from(productOptions)
      .where(inArray(productOptions.id, ids)),
    db
      .select({ id: servicesPageImages.id, name: servicesPageImages.caption })
      .from(servicesPageImages)
      .where(inArray(servicesPageImages.id, ids)),
    db
      .select({ id: productPictures.id, name: productPictures.caption })
      .from(productPictures)
      .where(inArray(productPictures.id, ids)),
    db.select({ id: ratePlans.id, name: ratePlans.name }).from(ratePlans).where(inArray(ratePlans.id, ids)),
    db.select({ id: profiles.id, name: profiles.name }).from(profiles).where(inArray(profiles.id, ids)),
  ])
  return Object.fromEntries(rows.flat().map(({ id: key, name }) => [key, name || "sans légende"]))
}

function collectIds(value: unknown): Id[] {
  if (typeof value === "string") return isId(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap(collectIds)
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(collectIds) : []
}
