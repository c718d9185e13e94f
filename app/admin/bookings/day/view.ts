import type { BookingAddress, StoredOptions } from "../../../../domain/booking/booking.ts"
import type { BookingStatus, PaymentStatus } from "../../../../domain/booking/status.ts"
import type { Day } from "../../../../domain/day.ts"
import type { Cents } from "../../../../domain/money.ts"

/** All that it takes on the day of the event. */
export type JobView = {
  id: string
  number: number
  status: BookingStatus
  paymentStatus: PaymentStatus
  dates: readonly Day[]
  firstDay: Day
  lastDay: Day
  productName: string
  units: readonly number[]
  options: StoredOptions
  photoPacks: number
  photoPackQuantity: number
  isDelivery: boolean
  address: BookingAddress
  distance: number
  distanceToConfirm: boolean
  total: Cents
  customerNote: string | null
  notes: readonly string[]
  client: { name: string; email: string; phone: string | null }
}
