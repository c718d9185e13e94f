import type { BookingMailView } from "../../kit/booking-mails.tsx"
import type { PaymentStatus } from "../../../../domain/booking/status.ts"
import type { DayFacts } from "../../../../domain/calendar/owner-day.ts"
import type { Day } from "../../../../domain/day.ts"
import type { AddressPrecision } from "../../../../domain/delivery/delivery.ts"
import type { Price } from "../../../../domain/pricing/price.ts"
import type { DayConflict } from "../../kit/booking/day-conflicts.tsx"
import type { BookingLine, RefusedRequest } from "../../kit/booking/line.ts"
import type { OwnerMonthView, PickedProduct } from "../../kit/calendar/view.ts"
import type { Flash } from "../../kit/flash.ts"
import type { BookingEditView } from "../order/view.ts"
import type { Refusal } from "../../../http/refusal.ts"
import type { BookingEventView } from "./event-words.ts"

/** A refusal of the screen; a form that changes a booking comes back whole, with what the server makes of it. */
export type BookingRefusal = Refusal & { edit?: BookingEditView }

/** All that the owner may want to know of a booking. */
export type BookingDetailView = BookingLine & {
  client: { name: string; email: string; phone: string | null }
  paymentStatus: PaymentStatus
  price: Price
  photoPackQuantity: number
  /** Round trip in km. */
  distance: number
  /** How exactly the address was known; null when the distance was not counted from it (D46). */
  addressPrecision: AddressPrecision | null
  addressCentre: string | null
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
  /** What was mailed about it, and what became of that. */
  mails: readonly BookingMailView[]
}

export type BookingNoteView = { id: string; at: Date; author: string; body: string }

export type BookingsView = {
  /** When this was read: ages are counted from it. */
  now: Date
  products: readonly PickedProduct[]
  /** Null in a shop without products. */
  calendar: { product: PickedProduct; view: OwnerMonthView } | null
  /** The longest waiting, and how many there are in all. */
  pending: readonly BookingLine[]
  pendingCount: number
  /** The next ones, and how many there are in all. */
  upcoming: readonly BookingLine[]
  upcomingCount: number
  today: Day
  /** The booking that is open; "missing" when the address names none. */
  booking: BookingDetailView | "missing" | null
  /** The day that was pressed, with its bookings. */
  day: { day: Day; facts: DayFacts } | null
  /** The request about to be refused; "answered" when it does not wait any more. */
  refusing: RefusedRequest | "answered" | null
  /** The booking about to be cancelled; "closed" when it is neither pending nor confirmed any more. */
  cancelling: BookingDetailView | "closed" | null
  /** The part of the open booking that is being changed; "closed" as above. */
  edit: BookingEditView | "closed" | null
  /** Bookings on the selected days when these are about to be closed. */
  conflicts: readonly DayConflict[]
  /** Made by the server, so that a note sent twice is written once. */
  noteKey: string
  flash: Flash | null
}
