import { useEffect, useState } from "react"
import { useLocation } from "react-router"
import type { WizardView } from "./view.ts"

/**
 * The id that the cart's next line gets. The server makes one each time that it is asked for a step; the browser's history
 * keeps the one that a step was shown with, so that whoever comes back from the cart changes the line that they made
 * instead of making another.
 */
export function useNewCartItem({ product, newCartItem }: WizardView): string {
  const { key: visit } = useLocation()
  const [made, setMade] = useState({ productId: product.id, id: newCartItem })
  if (made.productId !== product.id) setMade({ productId: product.id, id: newCartItem })
  useEffect(() => {
    const state = window.history.state as { newCartItem?: unknown } | null
    const known = state?.newCartItem
    if (typeof known === "string") setMade({ productId: product.id, id: known })
    else window.history.replaceState({ ...state, newCartItem: made.id }, "")
  }, [visit, product.id, made.id])
  return made.id
}
