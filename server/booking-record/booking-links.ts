import { href } from "react-router"
import type { Company } from "../shop/content/company.ts"
import type { BookingFacts } from "../platform/mail/booking-mail-kinds.ts"

/** Where a customer finds their booking. */
export function customerBookingUrl({ origin }: Company, { number }: Pick<BookingFacts, "number">): string {
  return origin + href("/account/bookings/:number", { number: String(number) })
}

/** Where the owner answers it. */
export function ownerBookingUrl({ origin }: Company, { number }: Pick<BookingFacts, "number">): string {
  return origin + href("/admin/bookings/:number", { number: String(number) })
}
