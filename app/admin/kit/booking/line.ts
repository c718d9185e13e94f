import type { BookingAddress } from "../../../../domain/booking/booking.ts"
import type { BookingStatus } from "../../../../domain/booking/status.ts"
import type { Day } from "../../../../domain/day.ts"
import type { Cents } from "../../../../domain/money.ts"

/** A booking in a list of the back office. */
export type BookingLine = {
  id: string
  number: number
  status: BookingStatus
  clientName: string
  productName: string
  dates: readonly Day[]
  total: Cents
  isDelivery: boolean
  address: BookingAddress
  distanceToConfirm: boolean
  createdAt: Date
  answerDueAt: Date
  isExample: boolean
}

/** A request that is about to be refused, with the ways to reach its client. */
export type RefusedRequest = BookingLine & { client: { email: string; phone: string | null } }
