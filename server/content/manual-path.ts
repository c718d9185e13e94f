import { href } from "react-router"

/** The page of this site that shows a product's manual. */
export function manualPath(productId: string): string {
  return href("/manual/:id", { id: productId })
}
