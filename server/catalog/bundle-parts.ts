import { asc, eq, inArray } from "drizzle-orm"
import type { ProductKind } from "../../domain/catalog/product-kinds.ts"
import type { ProductId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { type Executor, db } from "../platform/database.server.ts"
import { bundleParts, products } from "../platform/schema/catalog.ts"
import type { Rentable } from "./stock.ts"

export type BundlePart = Rentable & { name: string; units: number; securityDeposit: Cents }

export async function listBundleParts(
  bundleIds: readonly ProductId[],
  executor: Executor = db,
): Promise<Map<ProductId, BundlePart[]>> {
  if (bundleIds.length === 0) return new Map()
  const rows = await executor
    .select({ bundleId: bundleParts.bundleId, units: bundleParts.units, part: products })
    .from(bundleParts)
    .innerJoin(products, eq(products.id, bundleParts.partId))
    .where(inArray(bundleParts.bundleId, [...bundleIds]))
    .orderBy(asc(bundleParts.order), asc(products.name), asc(products.id))
  return new Map(
    [...Map.groupBy(rows, ({ bundleId }) => bundleId)].map(([id, parts]) => [
      id,
      parts.map(({ part, units }) => ({
        ...toRentable(part),
        name: part.name,
        securityDeposit: part.securityDeposit,
        units,
      })),
    ]),
  )
}

type Sold = { id: ProductId; kind: ProductKind; securityDeposit: Cents }

/** A bundle without a deposit of its own has those of its parts. */
export async function withParts<Row extends Sold>(
  rows: readonly Row[],
  executor: Executor = db,
): Promise<(Row & { parts: BundlePart[] })[]> {
  const partsOf = await listBundleParts(
    rows.filter(({ kind }) => kind === "bundle").map(({ id }) => id),
    executor,
  )
  return rows.map((row) => {
    const parts = partsOf.get(row.id) ?? []
    const deposits = parts.reduce((sum, { securityDeposit, units }) => sum + securityDeposit * units, 0)
    return { ...row, parts, securityDeposit: row.securityDeposit || deposits }
  })
}

function toRentable(product: typeof products.$inferSelect): Rentable {
  const { id, kind, stock, retiredUnits, preparationDaysBefore, preparationDaysAfter } = product
  const { minimumNoticeDays, furthestDays } = product
  return {
    id,
    kind,
    stock,
    retiredUnits,
    preparationDaysBefore,
    preparationDaysAfter,
    minimumNoticeDays,
    furthestDays,
  }
}
