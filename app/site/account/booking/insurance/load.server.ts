import type { Booking } from "../../../../../server/booking-record/booking.ts"
import { daysInForce } from "../../../../../server/booking-record/booking-in-force.ts"
import { readInsurance, takesCertificate } from "../../../../../server/bookings/insurance/read-certificate.ts"
import type { InsurancePageView } from "./view.ts"

export async function insurancePageView(booking: Booking, at: Date): Promise<InsurancePageView> {
  const [{ state, asked }, days] = await Promise.all([readInsurance(booking, at), daysInForce(booking)])
  return {
    number: booking.number,
    productName: booking.productName,
    days,
    state,
    open: asked && takesCertificate(booking, at),
  }
}
