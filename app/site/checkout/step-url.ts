import { href } from "react-router"
import type { CheckoutStep } from "./view.ts"

export function readStep(url: string): CheckoutStep {
  return new URL(url).searchParams.get("step") === "delivery" ? "delivery" : "address"
}

export function hasStep(url: string): boolean {
  return new URL(url).searchParams.has("step")
}

/** null when the URL has none. */
export function readDeliveryMode(url: string): boolean | null {
  const mode = new URL(url).searchParams.get("mode")
  return mode === "delivery" ? true : mode === "pickup" ? false : null
}

export function stepPath(step: CheckoutStep): string {
  return `${href("/cart/valider")}?step=${step}`
}

export function modeSearch(isDelivery: boolean): string {
  return `?${new URLSearchParams({ step: "delivery", mode: isDelivery ? "delivery" : "pickup" })}`
}
