import { href } from "react-router"
import type { ProductId } from "../../domain/id.ts"

/** The page of this site that shows a product's manual. */
export function manualPath(productId: ProductId): string {
  return href("/manual/:id", { id: productId })
}
