import { href } from "react-router"
import type { ProductId } from "../../domain/id.ts"

export function manualPath(productId: ProductId): string {
  return href("/manual/:id", { id: productId })
}
