import { useState } from "react"
import { useLocation } from "react-router"
import type { CartView } from "./view.ts"

/**
 * What was just done, as long as the cart is what it was then: once something of it has changed elsewhere, and the page
 * has read itself again (decision 57), its words may not be true any more. `key` is another for each time that something
 * is done.
 */
export function useDone(
  done: string | null,
  cart: CartView | "unreadable" | null,
): { done: string | null; key: string } {
  const { key } = useLocation()
  const now = cart === null || cart === "unreadable" ? "" : [cart.state, ...cart.lines.map(({ id }) => id)].join(" ")
  const [first, setFirst] = useState({ key, now })
  if (first.key !== key) setFirst({ key, now })
  return { key, done: first.key !== key || first.now === now ? done : null }
}
