import { sql } from "drizzle-orm"
import type { ProductId } from "../../../domain/id.ts"
import { hasPrice } from "../../catalog/queries.ts"
import { db } from "../../platform/database.server.ts"

export type HiddenProduct = { id: ProductId; name: string; hasPrice: boolean }

/** The oldest product that is not archived. */
export async function findHiddenProduct(): Promise<HiddenProduct | null> {
  const { rows } = await db.execute<HiddenProduct>(sql`
    select id, name, ${hasPrice} as "hasPrice" from products where archived_at is null order by created_at, id limit 1`)
  return rows[0] ?? null
}
