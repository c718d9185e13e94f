import { href } from "react-router"
import type { CheckoutStep } from "./view.ts"

/** The step that the address asks for. */
export function stepIn(url: string): CheckoutStep {
  return new URL(url).searchParams.get("step") === "delivery" ? "delivery" : "address"
}

/** Whether the address asks for a step at all: "Valider" leads to the first that has something to ask. */
export function namesStep(url: string): boolean {
  return new URL(url).searchParams.has("step")
}

/** What was ticked at the last step, as the address says it; null where it says nothing. */
export function modeIn(url: string): boolean | null {
  const mode = new URL(url).searchParams.get("mode")
  return mode === "delivery" ? true : mode === "pickup" ? false : null
}

export function stepPath(step: CheckoutStep): string {
  return `${href("/cart/valider")}?step=${step}`
}

/** The search of the last step with what was ticked there. */
export function modeSearch(isDelivery: boolean): string {
  return `?${new URLSearchParams({ step: "delivery", mode: isDelivery ? "delivery" : "pickup" })}`
}
