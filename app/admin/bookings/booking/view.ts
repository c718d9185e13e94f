import type { ShiftAnswer, ShiftKind } from "../../../../domain/booking/shift.ts"
import type { ClockTime } from "../../../../domain/clock.ts"
import type { InsuranceState } from "../../../../domain/booking/insurance.ts"
import type { AcceptedText } from "../../../http/legal-path.ts"
import type { BookingHours } from "../../../../domain/booking/hours.ts"
import type { EventStart } from "../../../../domain/booking/event-start.ts"
import type { Leg } from "../../../../domain/booking/route.ts"
import type { Venue } from "../../../../domain/booking/venue.ts"
import type { BookingEndKind, ExternalCause } from "../../../../domain/booking/booking-end.ts"
import type { Journey } from "../../../../domain/booking/journey.ts"
import type { ContractStatus, SigningWay } from "../../../../domain/booking/contract-status.ts"
import type { StopTimes } from "../../../../domain/booking/stop-times.ts"
import type { Day } from "../../../../domain/day.ts"
import type { DisputeStage } from "../../../../domain/finance/dispute.ts"
import type { DepositView } from "../../../../domain/finance/deposit-state.ts"
import type { InstalmentRow, PaymentMeans, RefundKind, RefundReason } from "../../../../domain/finance/payment.ts"
import type { ListedInvoice } from "../../../../domain/invoicing/invoice.ts"
import type { Cents } from "../../../../domain/money.ts"
import type { RentalPeriod } from "../../../../domain/rental/rental.ts"
import type { BookedDates, HandoverStop } from "../../../../domain/rental/rental-times.ts"
import type { BookingPageUrl } from "../../kit/booking/booking-url.ts"
import type { RefusedRequest } from "../../kit/booking/line.ts"
import type { Flash } from "../../kit/flash.ts"
import type { CancellationFigures } from "../record/cancel-form.tsx"
import type { BookingDetailView } from "../record/view.ts"
import type { RentalSettlement } from "../../../../domain/finance/rental-end.ts"
import type { HomelessRental } from "../../../../server/availability/homeless.ts"
import type { Settlement } from "../../../../domain/finance/cancellation-settlement.ts"
import type { RefundableMoney } from "../../../../server/money/finance/give-money-back.ts"

export type ContractVersionView = {
  id: string
  version: number
  status: ContractStatus
  createdAt: Date
  sentAt: Date | null
  dueAt: Date | null
  signedAt: Date | null
  signedHow: SigningWay | null
  /** Hash of the text, in hexadecimal. */
  sha256: string
  files: { label: string; href: string; sha256: string | null }[]
  sealing: boolean
  /** The retention period is over: text and files are erased, dates and hashes remain. */
  erased: boolean
  evidence: { id: number; at: Date; text: string; facts: string[] }[]
}

/** A receipt or the counter-entry that cancels one. */
export type PaymentView = {
  id: string
  means: PaymentMeans
  amount: Cents
  receivedOn: Day
  recordedAt: Date
  note: string | null
  isDemonstration: boolean
  /** Allows cash above the usual limit; the owner has checked the proof. */
  payerLivesAbroad: boolean
  corrected: boolean
  correctable: boolean
  /** After a dispute. */
  isReturnedByBank: boolean
}

export type RefundView = {
  id: string
  kind: RefundKind
  amount: Cents
  dueOn: Day
  late: boolean
  made: { on: Day; means: PaymentMeans; note: string | null } | null
  /** Refunded to the card. */
  isAutomatic: boolean
  reason: RefundReason
  /** The bank could not refund it, so it must be paid some other way (D57). */
  failed: boolean
}

export type DisputeView = {
  id: string
  /** null when the dispute is about the deposit. */
  paymentId: string | null
  ofDeposit: boolean
  amount: Cents
  stage: DisputeStage
  reason: string
  answerBy: Date | null
  evidence: readonly string[]
}

export type SignableContract = {
  contractId: string
  version: number
  sha256: string
  clientName: string
  termsVersion: string | null
  ticksNeeded: boolean
  today: Day
  period: RentalPeriod
  total: Cents
  files: ContractVersionView["files"]
}

export type PricingView = {
  /** The booking's version when the form was loaded. */
  loadedVersion: number
  /** A signed version stays in force until the new one is signed. */
  contract: "none" | "waiting" | "signed"
}

export type DateRequestView = {
  id: string
  /** null: all rentals move together. */
  productName: string | null
  periodBefore: RentalPeriod
  period: RentalPeriod
  note: string | null
  requestedAt: Date
  /** null while the dialog is closed. */
  offer: { total: Cents; totalBefore: Cents; loadedVersion: number } | { problem: string } | null
}

/** `open`: it can still be prepared. */
export type DayView = {
  open: boolean
  firstDay: Day
  hours: BookingHours
  hoursVersion: string
  stops: readonly (HandoverStop & { times: StopTimes })[]
  /** null without a delivery. */
  eventStart: EventStart | null
  venue: Venue | null
  reports: readonly { id: string; leg: Leg; damaged: boolean; at: Date }[]
}

/** `target`: the shift's id, or its kind until somebody has it. */
export type ShiftView = {
  target: string
  kind: ShiftKind
  times: string
  fields: { day: Day; from: ClockTime; until: ClockTime }
  person: { id: string; name: string; answer: ShiftAnswer | null } | null
}

export type ShiftsView = { people: readonly { id: string; name: string }[]; shifts: readonly ShiftView[] }

/** D68. */
export type EndingView =
  | "closed"
  | { step: "who"; causes: readonly ExternalCause[] }
  | { step: "company"; figures: CancellationFigures }
  | {
      step: "noted"
      cause: ExternalCause
      on: string
      days: { from: Day; to: Day }
      clause: Exclude<ExternalCause, "customer"> | null
      /** null when the day is invalid; `error` says why. */
      figures: (Pick<Settlement, "retained" | "refund" | "owed" | "retainedPercent"> & { signed: boolean }) | null
      /** The customer may still withdraw and would owe less that way. */
      withdrawal: { lastDay: Day; owed: Cents } | null
      error: string | null
    }

/** D60. */
export type RentalEndingView =
  | { step: "closed"; text: string | null }
  | { step: "who"; rental: EndedRentalView }
  | {
      step: "figures"
      cause: "customer" | "company"
      rental: EndedRentalView
      on: string
      days: { from: Day; to: Day }
      /** null when the rental cannot end so; `error` says why. */
      figures: (RentalSettlement & { totalBefore: Cents; loadedVersion: number }) | null
      error: string | null
    }
type EndedRentalView = { position: number; productName: string; period: BookedDates }

export type OwnerBookingView = {
  url: BookingPageUrl
  now: Date
  today: Day
  booking: BookingDetailView
  /** Without mail the contract is handed over in person. */
  hasMail: boolean
  /** Its rentals that no unit is free for. */
  homeless: readonly HomelessRental[]
  journey: Journey
  contracts: readonly ContractVersionView[]
  openLinks: number
  /** The wording that was accepted. */
  acceptedTerms: AcceptedText | null
  /** No contract was sent and none will be sent automatically. */
  contractToSend: boolean
  instalments: readonly InstalmentRow[]
  /** null before a signature. The signed contract stays in force until its change is signed. */
  signedTotal: Cents | null
  payments: readonly PaymentView[]
  refunds: readonly RefundView[]
  giveBack: Omit<RefundableMoney, "status">
  disputes: readonly DisputeView[]
  invoices: readonly (ListedInvoice & { creditedBy: string | null })[]
  deposit: DepositView | null
  /** null before confirmation. `open`: the owner can still decide. */
  insurance: { state: InsuranceState; isRequired: boolean; open: boolean } | null
  paid: Cents
  due: Cents
  payable: boolean
  end: {
    kind: BookingEndKind
    at: Date
    retained: Cents
    refund: Cents
    indemnity: Cents
    reason: string | null
  } | null
  dateRequest: DateRequestView | null
  dateAnswer: Flash | null
  /** "closed" when the dialog no longer applies. */
  refusing: RefusedRequest | "closed" | null
  ending: EndingView | null
  rentalEnding: RentalEndingView | null
  signing: SignableContract | "closed" | null
  priceOpen: boolean
  pricing: PricingView | null
  /** Generated by the server, so that a repeated submission is stored once. */
  formKey: string
  /** null when the booking was refused or cancelled. */
  day: DayView | null
  /** null where one person does everything. */
  shifts: ShiftsView | null
  flash: Flash | null
}
