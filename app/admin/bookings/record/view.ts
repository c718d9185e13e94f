import type { PaymentStatus } from "../../../../domain/booking/status.ts"
import type { Price } from "../../../../domain/pricing/price.ts"
import type { BookingLine } from "../../kit/booking/line.ts"
import type { BookingEventView } from "./event-words.ts"

/** All that the owner may want to know of a booking. */
export type BookingDetailView = BookingLine & {
  client: { name: string; email: string; phone: string | null }
  paymentStatus: PaymentStatus
  price: Price
  photoPackQuantity: number
  /** Round trip in km. */
  distance: number
  /** The distance may be entered, or corrected: pending, and the address could not be placed (D11). */
  distanceOpen: boolean
  /** Refused or cancelled, and its days are not over. */
  restorable: boolean
  /** Until when the contract of a confirmed booking can be signed (D12); null when nothing is due. */
  contractDueAt: Date | null
  customerNote: string | null
  internalNote: string | null
  notes: readonly BookingNoteView[]
  events: readonly BookingEventView[]
}

export type BookingNoteView = { id: string; at: Date; author: string; body: string }
