import type { BookingAddress } from "../../../../domain/booking/booking.ts"
import type { BookingStatus } from "../../../../domain/booking/status.ts"
import type { Cents } from "../../../../domain/money.ts"
import type { DatedBooking } from "../../../../domain/rental/rental-times.ts"

export type BookingLine = DatedBooking & {
  id: string
  number: number
  status: BookingStatus
  clientName: string
  productName: string
  total: Cents
  isDelivery: boolean
  address: BookingAddress
  distanceToConfirm: boolean
  createdAt: Date
  answerDueAt: Date
  isExample: boolean
  /** Paid with demonstration money (D73). */
  isDemonstration: boolean
}

export type ReachedClient = { email: string; phone: string | null; isExample: boolean }

export type RefusedRequest = BookingLine & { client: ReachedClient }
