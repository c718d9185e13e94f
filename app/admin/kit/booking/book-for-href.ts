import { screens } from "../screens.ts"

/** A new booking for a customer who is known. */
export function bookForHref(customer: string): string {
  return `${screens.newBooking.to}?${new URLSearchParams({ client: customer })}`
}
