import type { BookingAddress } from "../../../domain/booking/booking.ts"
import type { BookingStatus, PaymentStatus } from "../../../domain/booking/status.ts"
import type { DayFacts } from "../../../domain/calendar/owner-day.ts"
import type { Day, Month } from "../../../domain/day.ts"
import type { Cents } from "../../../domain/money.ts"
import type { Price } from "../../../domain/pricing/price.ts"
import type { BookingEventView } from "./event-words.ts"

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
  customerNote: string | null
  internalNote: string | null
  events: readonly BookingEventView[]
}

export type PickedProduct = { id: string; name: string; isActive: boolean; units: number }

export type OwnerMonthView = {
  month: Month
  today: Day
  days: readonly { day: Day; facts: DayFacts }[]
}

/** What was done, or why not: said once, on the page that follows. `undo` is the event of an act that can be taken back; `seconds` how long a success stays, when not as usual. */
export type Flash = { kind: "success" | "error"; title: string; text?: string; undo?: number; seconds?: number }

export type BookingsView = {
  /** When this was read: ages are counted from it. */
  now: Date
  products: readonly PickedProduct[]
  /** Null in a shop without products. */
  calendar: { product: PickedProduct; view: OwnerMonthView } | null
  pending: readonly BookingLine[]
  upcoming: readonly BookingLine[]
  /** The booking that is open; "missing" when the address names none. */
  booking: BookingDetailView | "missing" | null
  /** The day that was pressed, with its bookings. */
  day: { day: Day; facts: DayFacts } | null
  /** The request about to be refused; "answered" when it does not wait any more. */
  refusing: BookingLine | "answered" | null
  flash: Flash | null
}
