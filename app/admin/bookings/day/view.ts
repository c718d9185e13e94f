import type { BookingAddress } from "../../../../domain/booking/booking.ts"
import type { BookingHours } from "../../../../domain/booking/hours.ts"
import type { Leg, StopId } from "../../../../domain/booking/route.ts"
import type { BookingStatus, PaymentStatus } from "../../../../domain/booking/status.ts"
import type { Venue } from "../../../../domain/booking/venue.ts"
import type { Day } from "../../../../domain/day.ts"
import type { Cents } from "../../../../domain/money.ts"
import type { BookedOption } from "../../../../domain/pricing/price.ts"
import type { Rental } from "../../../../domain/rental/rental.ts"

/** All that it takes on the day of the event. */
export type JobView = Rental & {
  id: string
  number: number
  status: BookingStatus
  paymentStatus: PaymentStatus
  firstDay: Day
  lastDay: Day
  units: readonly number[]
  photoPackQuantity: number
  isDelivery: boolean
  address: BookingAddress
  distance: number
  distanceToConfirm: boolean
  total: Cents
  customerNote: string | null
  notes: readonly string[]
  client: { name: string; email: string; phone: string | null }
  hours: BookingHours
  /** What the customer said of the place; null until they did. */
  venue: Venue | null
  optionsTakenBack: readonly BookedOption[]
  hasLeft: boolean
  isTakenBack: boolean
  leftToPay: Cents
  insuranceMissing: boolean
}

/** A half of a booking on the day of the sheet. */
export type StopView = { id: StopId; leg: Leg; job: JobView }
