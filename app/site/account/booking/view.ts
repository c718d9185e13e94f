import type { PostalAddress } from "../../../../domain/booking/booking.ts"
import type { HomeQuestion } from "../../kit/home-fields.tsx"
import type { BookingEndSummary } from "../../../../server/bookings/booking-page.ts"
import type { VatMode } from "../../../../domain/finance/vat-wording.ts"
import type { AcceptedText } from "../../../http/legal-path.ts"
import type { Journey } from "../../../../domain/booking/journey.ts"
import type { InsuranceState } from "../../../../domain/booking/insurance.ts"
import type { Leg } from "../../../../domain/booking/route.ts"
import type { EventStart } from "../../../../domain/booking/event-start.ts"
import type { BookingStatus } from "../../../../domain/booking/status.ts"
import type { ChangeLine } from "../../../../domain/booking/change-lines.ts"
import type { ClockTime } from "../../../../domain/clock.ts"
import type { Day } from "../../../../domain/day.ts"
import type { DepositView } from "../../../../domain/finance/deposit-state.ts"
import type { InstalmentRow } from "../../../../domain/finance/payment.ts"
import type { ListedInvoice } from "../../../../domain/invoicing/invoice.ts"
import type { Cents } from "../../../../domain/money.ts"
import type { PriceLine } from "../../../../domain/pricing/price.ts"
import type { TimedRental } from "../../../../domain/rental/rental-times.ts"
import type { RentalPeriod } from "../../../../domain/rental/rental.ts"

export const cardModes = { stripe: "real", demo: "demonstration", none: "none" } as const
export type CardView = (typeof cardModes)[keyof typeof cardModes]

type ContractDocument = {
  version: number
  signedAt: Date | null
  /** In force without a signature, because we took a rental away (D60). */
  isReduced: boolean
  endedAt: Date | null
  /** The booking was restored after it had ended, so this version binds nobody. */
  isVoid: boolean
  text: string
  /** null while the PDF is being generated. */
  pdf: string | null
}

export type TransferView = {
  amount: Cents
  dueOn: Day | null
  late: boolean
  beneficiary: string
  /** null until the owner has entered the bank details. */
  iban: string | null
  bic: string | null
  reference: string
  /** Data URL of an SVG QR code; null where the standard allows none. */
  code: string | null
}

export type EventDayView = {
  hours: readonly string[]
  startsAt: ClockTime | null
  /** null without a delivery. */
  venue: { sentences: readonly string[]; href: string | null } | null
}

/** A null path means that the state or the viewer's rights forbid the act. */
export type BookingView = {
  number: number
  isDemonstration: boolean
  status: BookingStatus
  productName: string
  when: RentalPeriod
  rentals: readonly TimedRental[]
  /** null for one's own booking. */
  ownerName: string | null
  now: Date
  /** Promise no e-mail when this is false. */
  canMail: boolean
  journey: Journey
  /** Start of the next action's deadline. */
  deadlineStart: Date
  /** Keeps product, options and postcode. */
  restartHref: string
  price: { lines: readonly PriceLine[]; total: Cents; distanceEntered: string | null }
  place: {
    isDelivery: boolean
    placeName?: string
    street: string
    zipCode: string
    city: string
    instructions: string
    distanceKm: number
    distanceToConfirm: boolean
    warehouse: string | null
  }
  /** Where the reader may know it. */
  home: PostalAddress | null
  /** Asked before the contract is signed (D70); null when it is known or no longer needed. */
  homeQuestion: HomeQuestion | null
  /** Asked with a delivery (D61); null when it does not matter any more. */
  eventStart: EventStart | null
  change: { lines: readonly ChangeLine[]; totalBefore: Cents; total: Cents } | null
  documents: readonly ContractDocument[]
  invoices: readonly (ListedInvoice & { href: string })[]
  reports: readonly { id: string; leg: Leg; at: Date; href: string }[]
  acceptedTerms: AcceptedText | null
  instalments: readonly InstalmentRow[]
  signed: boolean
  /** After refunds. */
  paid: Cents
  /** Before refunds. */
  received: Cents
  /** Deducted from the balance (L214-2). */
  interest: Cents
  securityDeposit: Cents
  /** null while today’s settings apply. */
  vatMode: VatMode | null
  /** null before the contract is signed. */
  deposit: DepositView | null
  /** null when none is required. */
  insurance: InsuranceState | null
  transfer: TransferView | null
  /** `productName`: null when all rentals are to move. */
  dateRequest: { when: RentalPeriod; productName: string | null; note: string | null; requestedAt: Date } | null
  dateAnswer: { when: RentalPeriod; answer: string | null; accepted: boolean } | null
  end: (Omit<BookingEndSummary, "at"> & { at: Date | null }) | null
  day: EventDayView | null
  history: readonly { at: Date; text: string }[]
  acts: {
    sign: string | null
    pay: string | null
    deposit: string | null
    insurance: string | null
    cancel: string | null
    withdraw: { href: string; lastDay: Day } | null
    requestDates: string | null
    canWithdrawDateRequest: boolean
  }
}
