import type { BookingAddress } from "../../../../domain/booking/booking.ts"
import type { BookingStatus } from "../../../../domain/booking/status.ts"
import type { Cents } from "../../../../domain/money.ts"
import type { RentalPeriod } from "../../../../domain/rental/rental.ts"

/** A booking in a list of the back office. */
export type BookingLine = RentalPeriod & {
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
  /** It has play money (D73). */
  isDemonstration: boolean
}

/** The ways to reach a client. `isExample`: one of the demonstration's people, whose address is nobody's. */
export type ReachedClient = { email: string; phone: string | null; isExample: boolean }

/** A request that is about to be refused. */
export type RefusedRequest = BookingLine & { client: ReachedClient }
