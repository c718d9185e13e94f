import { eq } from "drizzle-orm"
import type { ProductId } from "../../domain/id.ts"
import type { Transaction } from "../platform/database.server.ts"
import { products } from "../platform/schema/catalog.ts"
import type { Product } from "./queries.ts"

export type Gone = { kind: "gone" }

/** "no key update" lets bookings continue; removal needs "update", which waits for them. */
export async function lockProduct(
  tx: Transaction,
  id: ProductId,
  strength: "no key update" | "update" = "no key update",
): Promise<Product | null> {
  const [row] = await tx.select().from(products).where(eq(products.id, id)).for(strength)
  return row ?? null
}
