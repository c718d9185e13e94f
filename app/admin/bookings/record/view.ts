import type { CompanyOrder } from "../../../../domain/accounts/company-order.ts"
import type { Rental } from "../../../../domain/rental/rental.ts"
import type { PostalAddress } from "../../../../domain/booking/booking.ts"
import type { ProfileId } from "../../../../domain/id.ts"
import type { BookingNote } from "../../../../server/bookings/notes.ts"
import type { AddressPrecision } from "../../../../domain/delivery/delivery.ts"
import type { BookingStatus, PaymentStatus } from "../../../../domain/booking/status.ts"
import type { VatMode } from "../../../../domain/finance/vat-wording.ts"
import type { Price } from "../../../../domain/pricing/price.ts"
import type { BookingMailView } from "../../kit/booking-mails.tsx"
import type { BookingLine, ReachedClient } from "../../kit/booking/line.ts"
import type { BookingEventView } from "./event-sentences.ts"

/** `isVerified`: false while nobody has confirmed the address; it may belong to someone else. */
type ClientView = ReachedClient & { name: string; isVerified: boolean }

export type BookingDetailView = Omit<BookingLine, "rentals"> & {
  client: ClientView
  customerId: ProfileId
  home: PostalAddress | null
  /** The contract cannot be signed without it (D70). */
  isHomeMissing: boolean
  company: CompanyOrder | null
  paymentStatus: PaymentStatus
  price: Price
  vatMode: VatMode | null
  rentals: readonly Rental[]
  /** Round trip in km. */
  distance: number
  /** null when the distance was not computed from the address (D46). */
  addressPrecision: AddressPrecision | null
  addressCentre: string | null
  /** The owner may enter or correct the distance: pending and not geocoded (D11). */
  distanceOpen: boolean
  restorable: boolean
  cancellable: boolean
  /** Ordered in the same cart; each is answered separately (D13). */
  orderedWith: readonly { number: number; productName: string; status: BookingStatus }[]
  /** That booking paid the shared delivery fee and left, so nobody pays the fee now (D48). */
  formerFeePayer: string | null
  customerNote: string | null
  internalNote: string | null
  notes: readonly BookingNote[]
  events: readonly BookingEventView[]
  mails: readonly BookingMailView[]
}
