import type { CustomerToCreate } from "../../../../server/accounts/customers/create-customer.ts"
import type { CustomerMatch } from "../../../../server/accounts/customers/find-customers.ts"
import type { CompanyProposal } from "../../../../server/accounts/customers/company-proposal.ts"
import type { OfferedDay } from "../../../../domain/availability/offered-day.ts"
import type { BookingAddress } from "../../../../domain/booking/booking.ts"
import type { PriceChange } from "../../../../domain/booking/edit.ts"
import type { BookingStatus, PaymentStatus } from "../../../../domain/booking/status.ts"
import type { Day, Month } from "../../../../domain/day.ts"
import type { Cents } from "../../../../domain/money.ts"
import type { OptionOffer } from "../../../../domain/pricing/options.ts"
import type { Price } from "../../../../domain/pricing/price.ts"
import type { RatePlan } from "../../../../domain/pricing/rate-plan.ts"
import type { Refusal } from "../../../http/refusal.ts"
import type { StaleView } from "../../kit/edit-refusal.ts"
import type { Hours } from "../../../kit/hours-choice.tsx"
import type { EditPart } from "../../kit/booking/bookings-url.ts"
import type { ReachedClient } from "../../kit/booking/line.ts"

export type OrderDaysView = {
  month: Month
  months: { earliest: Month; latest: Month }
  today: Day
  plan: RatePlan
  /** Empty where there is no choice. */
  plans: readonly { value: string; label: string }[]
  days: readonly OfferedDay[]
  chosen: readonly Day[]
  /** Its starts may be of another month than the visible one. */
  chosenDay: OfferedDay | null
  hours: Hours
  /** Days already booked stay selectable for their own booking, whatever their state. */
  own: readonly Day[]
}

export type OrderOption = OptionOffer & {
  description: string
  quantity: number
  /** null when it equals today's. */
  agreed: Pick<OptionOffer, "price" | "isOnce"> | null
  /** No longer in the catalogue: it can only stay as it is or be removed. */
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
  /** Round trip in km, as typed; empty to have it computed. */
  distance: string
}

export type OrderMessage = { text: string }

export type BookingEditView = {
  id: string
  number: number
  status: BookingStatus
  paymentStatus: PaymentStatus
  clientName: string
  client: ReachedClient
  productName: string
  part: EditPart
  /** Position of the edited rental; null when one is added or the place changes. */
  rental: number | null
  /** null unless a rental is added; `product` is null when none is for rent. */
  added: {
    products: readonly { id: string; name: string }[]
    product: { id: string; name: string } | null
    /** null unless it takes the place of another (D62). */
    withoutSupplement: boolean | null
  } | null
  loadedVersion: number
  /** Milliseconds; of two replies the newer one wins. */
  madeAt: number
  days: OrderDaysView | null
  options: OrderOptionsView | null
  place: OrderPlaceView | null
  /** null when the change is impossible. */
  proposal: {
    price: PriceChange
    changed: boolean
    delivery: string
    /** Round trip in km; null when unknown. */
    distanceKm: number | null
    distanceToConfirm: boolean
    message: OrderMessage
  } | null
  problem: string | null
  stale: StaleView | null
  ownText: string | null
  notify: boolean
  canMail: boolean
}

export type NewBookingClient = { kind: "known"; customer: CustomerMatch } | { kind: "new"; draft: CustomerToCreate }

export type NewBookingView = {
  client: NewBookingClient
  products: readonly { id: string; name: string }[]
  product: { id: string; name: string } | null
  order: {
    days: OrderDaysView
    options: OrderOptionsView
    place: OrderPlaceView
    /** null when the home is known. */
    homeTick: { isTicked: boolean } | null
    company: CompanyProposal
    price: Price | null
    delivery: string
    /** Round trip in km; null when unknown. */
    distanceKm: number | null
    distanceToConfirm: boolean
    distanceUnreadable: boolean
    isDeliveryPriced: boolean
    problem: string | null
    confirm: boolean
    key: string
  } | null
}

export type NewBookingRefusal = Refusal & { booking?: NewBookingView }
