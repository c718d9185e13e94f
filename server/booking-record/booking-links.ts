import { href } from "react-router"
import type { Company } from "../shop/content/company.ts"
import type { BookingFacts } from "../platform/mail/booking-mail-kinds.ts"

export function customerBookingUrl({ origin }: Company, { number }: Pick<BookingFacts, "number">): string {
  return origin + href("/account/bookings/:number", { number: String(number) })
}

export function ownerBookingUrl({ origin }: Company, { number }: Pick<BookingFacts, "number">): string {
  return origin + href("/admin/bookings/:number", { number: String(number) })
}
