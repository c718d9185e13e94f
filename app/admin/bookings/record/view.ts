import type { BookingNote } from "../../../../server/bookings/notes.ts"
import type { AddressPrecision } from "../../../../domain/delivery/delivery.ts"
import type { BookingStatus, PaymentStatus } from "../../../../domain/booking/status.ts"
import type { VatMode } from "../../../../domain/finance/vat-wording.ts"
import type { Price } from "../../../../domain/pricing/price.ts"
import type { BookingMailView } from "../../kit/booking-mails.tsx"
import type { BookingLine, ReachedClient } from "../../kit/booking/line.ts"
import type { BookingEventView } from "./event-sentences.ts"

/** `isVerified`: false for an account whose address nobody has confirmed: it may be somebody else's. */
export type ClientView = ReachedClient & { name: string; isVerified: boolean }

/** All that the owner may want to know of a booking. */
export type BookingDetailView = BookingLine & {
  client: ClientView
  paymentStatus: PaymentStatus
  price: Price
  /** As agreed; null while today’s settings hold. */
  vatMode: VatMode | null
  photoPackQuantity: number
  /** Round trip in km. */
  distance: number
  /** How exactly the address was known; null when the distance was not counted from it (D46). */
  addressPrecision: AddressPrecision | null
  addressCentre: string | null
  /** The distance may be entered, or corrected: pending, and the address could not be placed (D11). */
  distanceOpen: boolean
  /** Refused or cancelled, its days are not over, and its customer is still there. */
  restorable: boolean
  /** It occupies days that have not all gone. */
  cancellable: boolean
  /** Until when the contract of a confirmed booking can be signed (D12); null when nothing is due. */
  contractDueAt: Date | null
  /** What was ordered together with it, each answered for itself (D13). */
  together: readonly { number: number; productName: string; status: BookingStatus }[]
  /** The product whose booking carried the fee of its delivery and has left, while nobody pays it now (D48). */
  deliveryWasWith: string | null
  customerNote: string | null
  internalNote: string | null
  notes: readonly BookingNote[]
  events: readonly BookingEventView[]
  /** What was mailed about it, and what became of that. */
  mails: readonly BookingMailView[]
}
