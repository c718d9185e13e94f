import type { InsuranceState } from "../../../../domain/booking/insurance.ts"
import type { AcceptedText } from "../../../http/legal-path.ts"
import type { BookingHours } from "../../../../domain/booking/hours.ts"
import type { Leg } from "../../../../domain/booking/route.ts"
import type { Venue } from "../../../../domain/booking/venue.ts"
import type { BookingEndKind, NotedCause } from "../../../../domain/booking/booking-end.ts"
import type { Journey } from "../../../../domain/booking/journey.ts"
import type { ContractStatus, SigningWay } from "../../../../domain/booking/contract-status.ts"
import type { Day } from "../../../../domain/day.ts"
import type { DisputeStage } from "../../../../domain/finance/dispute.ts"
import type { DepositView } from "../../../../domain/finance/deposit-state.ts"
import type { InstalmentRow, PaymentMeans, RefundKind, RefundReason } from "../../../../domain/finance/payment.ts"
import type { ListedInvoice } from "../../../../domain/invoicing/invoice.ts"
import type { Cents } from "../../../../domain/money.ts"
import type { RentalPeriod } from "../../../../domain/rental/rental.ts"
import type { BookingPageUrl } from "../../kit/booking/booking-url.ts"
import type { RefusedRequest } from "../../kit/booking/line.ts"
import type { Flash } from "../../kit/flash.ts"
import type { CancellationFigures } from "../record/cancel-form.tsx"
import type { BookingDetailView } from "../record/view.ts"

/** A version of the contract with its papers and its trail. A null address is a paper that is not there. */
export type ContractVersionView = {
  id: string
  version: number
  status: ContractStatus
  createdAt: Date
  sentAt: Date | null
  dueAt: Date | null
  signedAt: Date | null
  signedHow: SigningWay | null
  /** Of the text, in hexadecimal. */
  sha256: string
  files: { label: string; href: string; sha256: string | null }[]
  /** A signed version whose sealed document is still being made. */
  sealing: boolean
  /** The years for which its text and its files are kept are over; what was signed when, and the hashes, stay. */
  erased: boolean
  evidence: { id: number; at: Date; text: string; facts: string[] }[]
}

/** One entry: what arrived, or the counter-entry that takes it back. */
export type PaymentView = {
  id: string
  means: PaymentMeans
  amount: Cents
  receivedOn: Day
  recordedAt: Date
  note: string | null
  isDemonstration: boolean
  /** Cash above the usual limit: the owner has seen the proof. */
  payerLivesAbroad: boolean
  corrected: boolean
  correctable: boolean
  /** The bank has given it back to its customer, who had disputed it. */
  lost: boolean
}

export type RefundView = {
  id: string
  kind: RefundKind
  amount: Cents
  dueOn: Day
  late: boolean
  made: { on: Day; means: PaymentMeans; note: string | null } | null
  /** It goes back to the card by itself. */
  byItself: boolean
  reason: RefundReason
  /** The bank could not take it back: somebody gives it back otherwise (D57). */
  failed: boolean
}

/** What can be given back of what was paid: `overpaid` is what nothing asks for, `max` what may go back now. */
export type GiveBackView = { paid: Cents; overpaid: Cents; asked: Cents; max: Cents }

/** What the customer disputes at their bank: a payment, or what was kept of the deposit. */
export type DisputeView = {
  id: string
  /** What was disputed; null for what was kept of the deposit. */
  paymentId: string | null
  ofDeposit: boolean
  amount: Cents
  stage: DisputeStage
  reason: string
  answerBy: Date | null
  evidence: readonly string[]
}

/** The version that can be signed in person, as it was read when the form was opened. */
export type ToSign = {
  contractId: string
  version: number
  sha256: string
  clientName: string
  termsVersion: string | null
  ticksNeeded: boolean
  today: Day
  /** What the customer reads before signing here. */
  when: RentalPeriod
  total: Cents
  files: ContractVersionView["files"]
}

/** What a line on the price needs, while one is being put or taken away. */
export type PricingView = {
  /** The booking's version, as the form was opened on it. */
  seen: number
  /** What will have to be signed again; a signed version stays in force until then. */
  contract: "none" | "waiting" | "signed"
}

export type DateRequestView = {
  id: string
  when: RentalPeriod
  note: string | null
  askedAt: Date
  /** What accepting comes to, or why it cannot be had any more; only while the answer is asked for. */
  offer: { total: Cents; totalBefore: Cents; seen: number } | { problem: string } | null
}

/** What the day of the event needs. `open`: it can still be prepared. */
export type DayView = {
  open: boolean
  firstDay: Day
  hours: BookingHours
  hoursVersion: string
  /** A sentence for each half that is agreed. */
  sentences: readonly string[]
  /** What the customer said of the place; null until they did. */
  venue: (Venue & { filledAt: Date }) | null
  reports: readonly { id: string; leg: Leg; damaged: boolean; at: Date }[]
}

/** The dialog asks who ends the booking, then shows the figures (D68). */
export type EndingView =
  | "closed"
  | { step: "who"; causes: readonly NotedCause[] }
  | { step: "company"; figures: CancellationFigures }
  | {
      step: "noted"
      cause: NotedCause
      /** The day of the notice, as it was typed. */
      on: string
      days: { from: Day; to: Day }
      /** The clause of the signed contract that names it. */
      clause: Exclude<NotedCause, "customer"> | null
      /** Null while the day is none that counts: `error` says why. */
      figures: { kept: Cents; refund: Cents; owed: Cents; keptPercent: number; signed: boolean } | null
      /** The customer may still withdraw, and would owe that, which is less. */
      withdrawal: { lastDay: Day; owed: Cents } | null
      error: string | null
    }

export type OwnerBookingView = {
  url: BookingPageUrl
  now: Date
  today: Day
  booking: BookingDetailView
  /** Where nobody can be written to, the contract is handed over. */
  hasMail: boolean
  journey: Journey
  contracts: readonly ContractVersionView[]
  /** How many of the links that were mailed still open something. */
  openLinks: number
  /** The terms of sale that were accepted, as they read then. */
  acceptedTerms: AcceptedText | null
  /** Nothing was sent, and nobody will by itself. */
  contractToSend: boolean
  instalments: readonly InstalmentRow[]
  /** A change leaves the signed contract in force until its own signature; null before a signature. */
  signedTotal: Cents | null
  payments: readonly PaymentView[]
  refunds: readonly RefundView[]
  giveBack: GiveBackView
  disputes: readonly DisputeView[]
  /** `creditedBy`: the number of the credit note that took it back. */
  invoices: readonly (ListedInvoice & { creditedBy: string | null })[]
  deposit: DepositView | null
  /** The certificate of insurance; null for a booking that has not been confirmed. `open`: the owner can still decide. */
  insurance: { state: InsuranceState; asked: boolean; open: boolean } | null
  paid: Cents
  due: Cents
  /** Something was agreed that can be paid. */
  payable: boolean
  end: { kind: BookingEndKind; at: Date; kept: Cents; refund: Cents; indemnity: Cents; reason: string | null } | null
  dateRequest: DateRequestView | null
  /** What the last wish for other days became, where its answer is asked for once more. */
  dateAnswer: Flash | null
  /** The question that is open, with what it needs; "closed" where it does not arise any more. */
  refusing: RefusedRequest | "closed" | null
  ending: EndingView | null
  signing: ToSign | "closed" | null
  /** Whether the owner can still add a line to the price, or take one away. */
  priceOpen: boolean
  pricing: PricingView | null
  /** Made by the server, so that what is sent twice is written once. */
  formKey: string
  /** Null where no day is ahead or behind: refused, cancelled. */
  day: DayView | null
  flash: Flash | null
}
