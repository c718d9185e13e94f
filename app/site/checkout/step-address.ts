import { href } from "react-router"
import type { CheckoutStep } from "./view.ts"

/** The step that the address asks for. */
export function stepIn(url: string): CheckoutStep {
  return new URL(url).searchParams.get("step") === "delivery" ? "delivery" : "address"
}

export function stepPath(step: CheckoutStep): string {
  return `${href("/cart/valider")}?step=${step}`
}
