import type { EndShown } from "../../../../server/bookings/booking-page.ts"
import type { VatMode } from "../../../../domain/finance/vat-wording.ts"
import type { AcceptedText } from "../../../http/legal-path.ts"
import type { Journey } from "../../../../domain/booking/journey.ts"
import type { InsuranceState } from "../../../../domain/booking/insurance.ts"
import type { Leg } from "../../../../domain/booking/route.ts"
import type { BookingStatus } from "../../../../domain/booking/status.ts"
import type { ChangeLine } from "../../../../domain/booking/change-lines.ts"
import type { Day } from "../../../../domain/day.ts"
import type { DepositView } from "../../../../domain/finance/deposit-state.ts"
import type { InstalmentRow } from "../../../../domain/finance/payment.ts"
import type { ListedInvoice } from "../../../../domain/invoicing/invoice.ts"
import type { Cents } from "../../../../domain/money.ts"
import type { PriceLine } from "../../../../domain/pricing/price.ts"
import type { RentalPeriod } from "../../../../domain/rental/rental.ts"

/** A version of the contract that can be read, and where. */
export type ContractDocument = {
  version: number
  signedAt: Date | null
  /** When its booking ended. */
  endedAt: Date | null
  /** Its booking had ended and waits again: it binds nobody. */
  isVoid: boolean
  text: string
  /** Null while the document is being made. */
  pdf: string | null
}

/** What a transfer needs, once something is due. */
export type TransferView = {
  amount: Cents
  dueOn: Day | null
  late: boolean
  beneficiary: string
  /** Null while the owner has not said where the money goes. */
  iban: string | null
  bic: string | null
  reference: string
  /** The SVG of a QR code that a bank's application reads, as an address; null where the standard allows none. */
  code: string | null
}

/** What is agreed for the day, and what it still needs of the customer. */
export type DayView = {
  /** A sentence for each hour that is agreed. */
  hours: readonly string[]
  /** Only where something is delivered: what was said of the place, and where to say it. */
  venue: { sentences: readonly string[]; href: string | null } | null
}

/** Everything that a booking's page shows. A null address is an act that the state, or the person, does not allow. */
export type BookingView = {
  number: number
  /** It has play money (D73). */
  isDemonstration: boolean
  status: BookingStatus
  productName: string
  when: RentalPeriod
  /** Whose booking it is, for somebody who sees it by a grant; null for one's own. */
  ownerName: string | null
  /** When this was read: what runs counts from here. */
  now: Date
  /** Whether mails leave at all: what does not leave is not promised. */
  mailsLeave: boolean
  journey: Journey
  /** Since when the deadline of the next action runs. */
  runsSince: Date
  price: { lines: readonly PriceLine[]; total: Cents; photoPackQuantity: number; distanceEntered: string | null }
  place: {
    isDelivery: boolean
    street: string
    zipCode: string
    city: string
    instructions: string
    distanceKm: number
    distanceToConfirm: boolean
    warehouse: string | null
  }
  /** What waits for a signature is not what was signed. */
  change: { lines: readonly ChangeLine[]; totalBefore: Cents; total: Cents } | null
  documents: readonly ContractDocument[]
  invoices: readonly (ListedInvoice & { href: string })[]
  /** What the equipment was like when it left and came back. */
  reports: readonly { id: string; leg: Leg; at: Date; href: string }[]
  /** The terms of sale that were accepted, as they read then. */
  acceptedTerms: AcceptedText | null
  instalments: readonly InstalmentRow[]
  signed: boolean
  /** What is left of the money that came in. */
  paid: Cents
  /** All that came in; of a booking that has ended, some of it may have been given back. */
  received: Cents
  /** Taken off the balance beside it (L214-2). */
  interest: Cents
  securityDeposit: Cents
  /** As agreed; null while today’s settings hold. */
  vatMode: VatMode | null
  /** Once the contract is signed. */
  deposit: DepositView | null
  /** The certificate of insurance; null where nobody asks for one. */
  insurance: InsuranceState | null
  transfer: TransferView | null
  dateRequest: { when: RentalPeriod; note: string | null; askedAt: Date } | null
  dateAnswer: { when: RentalPeriod; answer: string | null; accepted: boolean } | null
  end: (Omit<EndShown, "at"> & { at: Date | null }) | null
  /** The day itself, once it is confirmed. */
  day: DayView | null
  history: readonly { at: Date; text: string }[]
  acts: {
    sign: string | null
    /** Where a form asks for the payment page. */
    pay: string | null
    /** Where a form asks for the page of the deposit. */
    deposit: string | null
    /** Where a form asks for the page where the certificate of insurance is handed in. */
    insurance: string | null
    cancel: string | null
    withdraw: { href: string; lastDay: Day } | null
    askDates: string | null
    /** The form of the page itself takes back what was asked. */
    keepDates: boolean
  }
}
