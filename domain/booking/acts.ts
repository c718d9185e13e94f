import type { Claim } from "../availability/units.ts"
import type { Day } from "../day.ts"
import type { BookingId, Id } from "../id.ts"
import type { DisputeStage } from "../finance/dispute.ts"
import type { PaymentMeans } from "../finance/payment.ts"
import type { InvoiceKind } from "../finance/invoice-kind.ts"
import type { Undoing } from "../act.ts"
import type { Cents } from "../money.ts"
import type { AdjustmentKind } from "../pricing/adjustment-kind.ts"
import type { SigningWay } from "./contract-status.ts"
import type { NotedCause } from "./booking-end.ts"
import type { ChangeSummary } from "./change-summary.ts"
import type { Leg } from "./route.ts"
import type { TimeWindow } from "./hours.ts"
import type { BookingStatus, OccupyingStatus } from "./status.ts"

/** What runs, or ran, for a booking. */
const bookingDeadlines = ["answerDueAt", "expiresAt", "confirmedAt", "contractDueAt"] as const
export type BookingDeadline = (typeof bookingDeadlines)[number]

/** Kept with a confirmation, a refusal or a cancellation, so that undoing it puts back exactly this. Instants as ISO texts. */
export type BookingBefore = Record<BookingDeadline, string | null> & { claims: readonly Claim[] }

/** What was agreed for a booking as it was, and went with a change of it: its hours, the description of its place. */
export type ForgottenPart = "hours" | "venue"

/** What the company pays out at an end. */
type Repaid = { refund: Cents; indemnity: Cents }

/** Another's end that the owner notes: the day of the notice, and what is kept by it (D68). */
type Noted = { cause: NotedCause; noticedOn: Day; kept: Cents }

/** What happens to a booking. */
export type BookingAct =
  /** `for`: the customer's name, when somebody else placed it. */
  | { action: "booking.placed"; details: { total: Cents; days: readonly Day[] }; personal?: { for?: string } }
  | {
      action: "booking.confirmed" | "booking.refused"
      details: { from: OccupyingStatus; was: BookingBefore }
      personal?: { reason: string }
    }
  /** By the company: what it gives back, and what it owes on top (D43). */
  | {
      action: "booking.cancelled"
      details: { from: OccupyingStatus; was: BookingBefore } & Partial<Repaid> & {
          forceMajeure?: boolean
        } & Partial<Noted>
      personal?: { reason: string }
    }
  /** `kept` of what was paid or due, by the tiers that were agreed (D53). */
  | {
      action: "booking.cancelled-by-customer"
      details: { from: OccupyingStatus; kept: Cents; refund: Cents }
      personal?: { reason: string }
    }
  /** Within the days of consumer law (D33). `kept` for what was performed by then. */
  | { action: "booking.withdrawn"; details: { kept: Cents; refund: Cents }; personal: { declaration: string } }
  /** Nobody had signed by then: an ISO text (D12). */
  | { action: "booking.left-unsigned"; details: { dueAt: string } }
  /** The customer asks for other days, and the owner answers. */
  | { action: "booking.dates-asked"; details: { days: readonly Day[] }; personal?: { note: string } }
  | { action: "booking.dates-kept"; details: { days: readonly Day[] } }
  | { action: "booking.dates-accepted"; details: { days: readonly Day[] } }
  | { action: "booking.dates-refused"; details: { days: readonly Day[] }; personal?: { reason: string } }
  /** The owner notes that money went back (D57). */
  | {
      action: "booking.refunded"
      details: { amount: Cents; means: PaymentMeans; madeOn: Day }
      personal?: { note: string }
    }
  /** Refused by the system: nobody had answered by then (D12). An ISO text. */
  | { action: "booking.expired"; details: { expiresAt: string } }
  | { action: "booking.restored"; details: { from: BookingStatus }; personal?: { reason: string } }
  /** `units`: those that it got instead of its own. */
  | {
      action: "booking.confirmation-undone" | "booking.refusal-undone" | "booking.cancellation-undone"
      details: Undoing & { status: BookingStatus; units?: readonly number[] }
    }
  /** `difference`: of the price; `mail`: the id of the mail that says so. */
  | {
      action: "booking.edited"
      details: ChangeSummary["details"] & {
        changed: readonly ("dates" | "options" | "place")[]
        forgotten?: readonly ForgottenPart[]
        difference: Cents
        mail?: string
      }
      personal?: ChangeSummary["personal"]
    }
  | { action: "booking.noted" }
  | {
      action: "booking.distance-set"
      /** `offered`: for nothing, however far it is. */
      details: { distanceKm: number; deliveryFee: Cents; total: Cents; totalBefore: Cents; offered?: true }
    }
  /** The fee of a delivery that bookings of one order share (D48): `otherBooking`, the number of the one that carried it and has left. */
  | {
      action: "booking.delivery-taken-over"
      details: { otherBooking: number; deliveryFee: Cents; total: Cents; totalBefore: Cents }
    }
  /** That one is back: `otherBooking`, the number of the one that the delivery is counted with from now on. */
  | { action: "booking.delivery-left"; details: { otherBooking: number; total: Cents; totalBefore: Cents } }
  /** A line of the owner's on the price, put or taken away: `line` is its id, `amount` what it makes. */
  | {
      action: "booking.price-adjusted" | "booking.price-adjustment-removed"
      details: {
        line: string
        adjustment: AdjustmentKind
        amount: Cents
        total: Cents
        totalBefore: Cents
      }
      personal: { name: string; reason: string }
    }
  /** `dueAt`: an ISO text; null when the contract is to be handed over, since nobody could be written to. */
  | { action: "booking.contract-sent"; details: { version: number; dueAt: string | null } }
  /** No mail with it could be delivered: the time to sign stopped. */
  | { action: "booking.contract-undelivered"; details: { version: number } }
  /** An administrator gave it to the customer. */
  | { action: "booking.contract-handed-over"; details: { version: number; dueAt: string } }
  /** The owner closes every link to the booking that was mailed (D56); `links`: how many still opened something. */
  | { action: "booking.links-closed"; details: { links: number } }
  | { action: "booking.contract-signed"; details: { version: number; how: SigningWay } }
  /** Nobody signed the change in time: the booking is again what was signed (D59). */
  | {
      action: "booking.change-lapsed"
      details: ChangeSummary["details"] & { version: number; forgotten?: readonly ForgottenPart[] }
      personal?: ChangeSummary["personal"]
    }
  /** `refund`: of it so much is owed back at once, since the booking had ended; `refunds`, as what. */
  | {
      action: "booking.payment-recorded"
      details: {
        payment: string
        amount: Cents
        means: PaymentMeans
        receivedOn: Day
        isDemonstration?: true
        refund?: Cents
        refunds?: readonly Id[]
      }
    }
  /** Interest on what was paid ahead was taken off the balance (L214-2). */
  | { action: "booking.interest-deducted"; details: { amount: Cents } }
  /** `payment`: the one that was taken back. */
  /** `notOwed`: so much was to be given back because of it, and is not any more. */
  | {
      action: "booking.payment-corrected"
      details: { payment: string; amount: Cents; means: PaymentMeans; notOwed?: Cents }
    }
  /** A card payment that arrived for a booking that had ended, or was paid already: so much goes back (D28). */
  | { action: "booking.payment-unwanted"; details: { payment: string; amount: Cents; ended: boolean } }
  /** The owner gives money back: `overpaid` of it nothing asks for, the rest is goodwill. `key`: of the form that said so. */
  | {
      action: "booking.money-given-back"
      details: { key: Id; amount: Cents; overpaid: Cents; refunds: readonly Id[] }
      personal: { reason: string }
    }
  /**
   * Somebody gave it back in the provider's own pages. `written`: it stands among the refunds, as `refunds`; else there was
   * no room.
   */
  | {
      action: "booking.refund-noticed"
      details: { payment: string; refundId: string; amount: Cents; written: boolean; refunds?: readonly Id[] }
    }
  /** The provider could not give it back: somebody has to (D57). `failure`: its own code. */
  | { action: "booking.refund-failed"; details: { amount: Cents; failure: string } }
  /** At the customer's bank: a payment, or what was kept of the deposit. `answerBy`: an ISO text. */
  | {
      action: "booking.payment-disputed"
      details: {
        payment: string | null
        ofDeposit: boolean
        amount: Cents
        stage: DisputeStage
        answerBy: string | null
      }
    }
  /** The security deposit: a card was saved for it, a cheque or a transfer was received, a card was asked for again. */
  | {
      action:
        | "booking.deposit-card-saved"
        | "booking.deposit-asked"
        | "booking.deposit-held"
        | "booking.deposit-released"
      details: { amount: Cents }
    }
  /** The owner gives the deposit back, does without one, or has seen that the bank refused. */
  | {
      action: "booking.deposit-release-decided" | "booking.deposit-waived" | "booking.deposit-trouble-seen"
      details: { amount: Cents }
    }
  /** The owner has handed over what is to be kept, since no mail was delivered. */
  | { action: "booking.deposit-told"; details: { amount: Cents; handedOverOn: Day } }
  /** The owner decides to keep `amount` of the deposit `of`. */
  | { action: "booking.deposit-keep-decided"; details: { amount: Cents; of: Cents } }
  | { action: "booking.deposit-received"; details: { amount: Cents; means: PaymentMeans; receivedOn: Day } }
  /** The bank did not authorise it, or did not give what was to be kept. `failure`: the provider's own code. */
  | { action: "booking.deposit-refused" | "booking.deposit-not-taken"; details: { amount: Cents; failure: string } }
  /** `amount` of the deposit `of` is to be kept, and the customer answers. */
  | { action: "booking.deposit-announced"; details: { amount: Cents; of: Cents }; personal: { reason: string } }
  | { action: "booking.deposit-answered"; details: Record<never, never>; personal: { note: string } }
  | { action: "booking.deposit-kept"; details: { amount: Cents; of: Cents } }
  /** An invoice or a credit note was made; `amount`: what it adds, or takes away; `total`: what stands on it. */
  | { action: "booking.invoiced"; details: { number: string; kind: InvoiceKind; amount: Cents; total: Cents } }
  | { action: "booking.invoice-sent-again"; details: { number: string; kind: InvoiceKind } }
  /** When the equipment leaves and comes back; null while it is not agreed. */
  | {
      action: "booking.hours-set"
      details: { outHours: TimeWindow | null; backHours: TimeWindow | null; version: string }
    }
  /** The customer says what the place is like; what names somebody stays in the checklist. */
  | { action: "booking.venue-described"; details: { powerNear: boolean; floorFits: boolean } }
  /** The certificate of insurance: the owner asks for it or does without, the customer sends it. */
  | {
      action: "booking.insurance-asked" | "booking.insurance-waived" | "booking.insurance-handed-in"
      details: Record<never, never>
    }
  /** The equipment was looked at as it left or came back; what was seen is in the report. */
  | {
      action: "booking.condition-reported"
      details: { report: string; leg: Leg; damaged: boolean; photos: number }
    }
  | { action: "booking.unit-moved"; details: { fromUnit: number; toUnit: number; days: readonly Day[] } }
  /** It changed places with others, each of which has a `booking.unit-moved` of its own. */
  | {
      action: "booking.units-swapped"
      details: { fromUnit: number; toUnit: number; days: readonly Day[]; others: readonly BookingId[] }
    }

/** Acts that change nothing of what a form about the booking shows: anyone who has it open is not told of them. */
export const actsWithoutBookingChange = [
  "booking.noted",
  "booking.contract-sent",
  "booking.contract-undelivered",
  "booking.contract-handed-over",
  "booking.links-closed",
  "booking.payment-recorded",
  "booking.interest-deducted",
  "booking.payment-corrected",
  "booking.payment-unwanted",
  "booking.refund-noticed",
  "booking.money-given-back",
  "booking.refund-failed",
  "booking.payment-disputed",
  "booking.deposit-card-saved",
  "booking.deposit-asked",
  "booking.deposit-held",
  "booking.deposit-released",
  "booking.deposit-received",
  "booking.deposit-refused",
  "booking.deposit-not-taken",
  "booking.deposit-announced",
  "booking.deposit-answered",
  "booking.deposit-kept",
  "booking.deposit-release-decided",
  "booking.deposit-waived",
  "booking.deposit-told",
  "booking.deposit-trouble-seen",
  "booking.deposit-keep-decided",
  "booking.invoiced",
  "booking.invoice-sent-again",
  "booking.hours-set",
  "booking.venue-described",
  "booking.insurance-asked",
  "booking.insurance-waived",
  "booking.insurance-handed-in",
  "booking.condition-reported",
] as const satisfies readonly BookingAct["action"][]

/** What each of them is done to. */
export const bookingSubjects = {
  "booking.placed": "booking",
  "booking.confirmed": "booking",
  "booking.refused": "booking",
  "booking.cancelled": "booking",
  "booking.cancelled-by-customer": "booking",
  "booking.withdrawn": "booking",
  "booking.left-unsigned": "booking",
  "booking.dates-asked": "booking",
  "booking.dates-kept": "booking",
  "booking.dates-accepted": "booking",
  "booking.dates-refused": "booking",
  "booking.refunded": "booking",
  "booking.expired": "booking",
  "booking.restored": "booking",
  "booking.confirmation-undone": "booking",
  "booking.refusal-undone": "booking",
  "booking.cancellation-undone": "booking",
  "booking.edited": "booking",
  "booking.noted": "booking",
  "booking.distance-set": "booking",
  "booking.delivery-taken-over": "booking",
  "booking.delivery-left": "booking",
  "booking.price-adjusted": "booking",
  "booking.price-adjustment-removed": "booking",
  "booking.contract-sent": "booking",
  "booking.contract-undelivered": "booking",
  "booking.contract-handed-over": "booking",
  "booking.links-closed": "booking",
  "booking.contract-signed": "booking",
  "booking.change-lapsed": "booking",
  "booking.payment-recorded": "booking",
  "booking.interest-deducted": "booking",
  "booking.payment-corrected": "booking",
  "booking.payment-unwanted": "booking",
  "booking.refund-noticed": "booking",
  "booking.money-given-back": "booking",
  "booking.refund-failed": "booking",
  "booking.payment-disputed": "booking",
  "booking.deposit-card-saved": "booking",
  "booking.deposit-asked": "booking",
  "booking.deposit-held": "booking",
  "booking.deposit-released": "booking",
  "booking.deposit-received": "booking",
  "booking.deposit-refused": "booking",
  "booking.deposit-not-taken": "booking",
  "booking.deposit-announced": "booking",
  "booking.deposit-answered": "booking",
  "booking.deposit-kept": "booking",
  "booking.deposit-release-decided": "booking",
  "booking.deposit-waived": "booking",
  "booking.deposit-told": "booking",
  "booking.deposit-trouble-seen": "booking",
  "booking.deposit-keep-decided": "booking",
  "booking.invoiced": "booking",
  "booking.invoice-sent-again": "booking",
  "booking.unit-moved": "booking",
  "booking.units-swapped": "booking",
  "booking.hours-set": "booking",
  "booking.venue-described": "booking",
  "booking.insurance-asked": "booking",
  "booking.insurance-waived": "booking",
  "booking.insurance-handed-in": "booking",
  "booking.condition-reported": "booking",
} as const satisfies Record<BookingAct["action"], string>
