import type { Booking } from "../../../../../server/booking-record/booking.ts"
import { periodInForce } from "../../../../../server/booking-record/booking-in-force.ts"
import { readInsurance, takesCertificate } from "../../../../../server/bookings/insurance/read-certificate.ts"
import type { InsurancePageView } from "./view.ts"

export async function insurancePageView(booking: Booking, at: Date): Promise<InsurancePageView> {
  const [{ state, asked }, when] = await Promise.all([readInsurance(booking, at), periodInForce(booking)])
  return {
    number: booking.number,
    productName: booking.productName,
    when,
    state,
    open: asked && takesCertificate(booking, at),
  }
}
