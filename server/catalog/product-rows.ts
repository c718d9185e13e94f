import { eq } from "drizzle-orm"
import type { ProductId } from "../../domain/id.ts"
import type { Transaction } from "../platform/database.server.ts"
import { products } from "../platform/schema/catalog.ts"
import type { Product } from "./queries.ts"

/** The product is not there, or not any more. */
export type Gone = { kind: "gone" }

/**
 * The row of a product, kept for anyone who changes it. "no key update" lets customers go on booking it meanwhile;
 * "update", for what removes it, waits for those who do.
 */
export async function lockedProduct(
  tx: Transaction,
  id: ProductId,
  strength: "no key update" | "update" = "no key update",
): Promise<Product | null> {
  const [row] = await tx.select().from(products).where(eq(products.id, id)).for(strength)
  return row ?? null
}
