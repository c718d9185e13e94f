import type { BookingAddress } from "../../../../domain/booking/booking.ts"

/** What was being typed in this page for a product, which outlives the address step. Only ever set in the browser. */
let typed: { productId: string; address: BookingAddress } | null = null

export function rememberTyped(productId: string, address: BookingAddress): void {
  typed = { productId, address }
}

/** The address that was being typed for this product when its step went away, or null. */
export function typedFor(productId: string): BookingAddress | null {
  return typed?.productId === productId ? typed.address : null
}
