import { inArray } from "drizzle-orm"
import type { ProductId } from "../../domain/id.ts"
import type { Executor } from "../platform/database.server.ts"
import { products } from "../platform/schema/catalog.ts"

export async function readInstantSettings(executor: Executor, productIds: readonly ProductId[]) {
  const { id, instantBooking, instantNoticeDays, instantMaximumKm, instantMaximumTotal } = products
  const rows = await executor
    .select({ id, instantBooking, instantNoticeDays, instantMaximumKm, instantMaximumTotal })
    .from(products)
    .where(inArray(id, [...productIds]))
  return new Map(rows.map((row) => [row.id, row]))
}
