import { href } from "react-router"
import type { CheckoutStep } from "./view.ts"

/** What the address says: the step, and what was ticked at the last one. */
export function placeIn(url: string): { step: CheckoutStep; isDelivery: boolean | null } {
  const values = new URL(url).searchParams
  const mode = values.get("mode")
  return {
    step: values.get("step") === "delivery" ? "delivery" : "address",
    isDelivery: mode === "delivery" ? true : mode === "pickup" ? false : null,
  }
}

export function stepPath(step: CheckoutStep): string {
  return `${href("/cart/valider")}?step=${step}`
}
