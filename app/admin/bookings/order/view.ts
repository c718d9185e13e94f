import type { FoundCustomer } from "../../../../server/accounts/customers/find.ts"
import type { CustomerDay } from "../../../../domain/availability/calendar.ts"
import type { BookingAddress } from "../../../../domain/booking/booking.ts"
import type { PriceChange } from "../../../../domain/booking/edit.ts"
import type { BookingStatus, PaymentStatus } from "../../../../domain/booking/status.ts"
import type { Day, Month } from "../../../../domain/day.ts"
import type { Cents } from "../../../../domain/money.ts"
import type { OptionOffer } from "../../../../domain/pricing/options.ts"
import type { Price } from "../../../../domain/pricing/price.ts"
import type { Refusal } from "../../../http/refusal.ts"
import type { StaleView } from "../../kit/edit-refusal.ts"
import type { EditPart } from "../../kit/booking/bookings-url.ts"
import type { ReachedClient } from "../../kit/booking/line.ts"

/** A month to choose days in. */
export type OrderDaysView = {
  month: Month
  months: { earliest: Month; latest: Month }
  today: Day
  days: readonly { day: Day; state: CustomerDay }[]
  chosen: readonly Day[]
  /** Days that the booking has already: they stay its own whatever happened to them since. */
  own: readonly Day[]
}

export type OrderOption = OptionOffer & {
  description: string
  quantity: number
  /** What one was agreed at, when today's catalogue says otherwise. */
  agreedPrice: Cents | null
  /** The catalogue has dropped it: it stays as it is, or goes. */
  withdrawn: boolean
}

export type OrderOptionsView = {
  options: readonly OrderOption[]
  photoPacks: number
  photoPackPrice: Cents
  photoPackQuantity: number
}

export type OrderPlaceView = {
  isDelivery: boolean
  address: BookingAddress
  /** Round trip in km, as it was typed; empty to have it worked out. */
  distance: string
}

/** A message to the client, as it would go. */
export type OrderMessage = { text: string }

/** One part of a booking while it is changed. */
export type BookingEditView = {
  id: string
  number: number
  status: BookingStatus
  paymentStatus: PaymentStatus
  clientName: string
  client: ReachedClient
  productName: string
  part: EditPart
  /** The state of the booking that the form shows. */
  seen: number
  /** When the server made this: of two answers, the later one counts. */
  madeAt: number
  days: OrderDaysView | null
  options: OrderOptionsView | null
  place: OrderPlaceView | null
  /** What it would be: null when it cannot be had. */
  proposal: {
    price: PriceChange
    photoPackQuantity: number
    changed: boolean
    /** "94130, 24 km aller-retour" */
    delivery: string
    /** Round trip in km, typed or worked out; null when there is none to tell. */
    distanceKm: number | null
    distanceToConfirm: boolean
    /** As the product writes it. */
    message: OrderMessage
  } | null
  /** Why it cannot be had. */
  problem: string | null
  /** Somebody changed the booking since the form was opened. */
  stale: StaleView | null
  /** What is in the field of the message, when it is not as the product wrote it. */
  ownText: string | null
  notify: boolean
  /** A mail server is set: the message leaves. */
  canDeliverMail: boolean
}

/** Somebody who is not known yet: made with the booking, under an id that the form keeps. */
export type NewCustomerView = { id: string; name: string; email: string; phone: string }

/** For whom a booking is typed. */
export type ClientView = { kind: "known"; customer: FoundCustomer } | { kind: "new"; given: NewCustomerView }

/** A booking for a customer on the phone, while it is typed. */
export type NewBookingView = {
  client: ClientView
  products: readonly { id: string; name: string }[]
  product: { id: string; name: string } | null
  order: {
    days: OrderDaysView
    options: OrderOptionsView
    place: OrderPlaceView
    price: Price | null
    photoPackQuantity: number
    delivery: string
    /** Round trip in km, typed or worked out; null when there is none to tell. */
    distanceKm: number | null
    distanceToConfirm: boolean
    /** What was typed as the distance is none: the delivery is not in the price. */
    distanceUnreadable: boolean
    /** False while the address is missing: delivery is not in the price yet. */
    placed: boolean
    problem: string | null
    confirm: boolean
    key: string
  } | null
}

/** What came back of a form of that screen: with what was typed, and with the order when it was one. */
export type NewBookingRefusal = Refusal & { booking?: NewBookingView }
