import type { Claim } from "../availability/units.ts"
import type { Day } from "../day.ts"
import type { BookingId, Id, ProductId } from "../id.ts"
import type { DisputeStage } from "../finance/dispute.ts"
import type { PaymentMeans } from "../finance/payment.ts"
import type { InvoiceKind } from "../finance/invoice-kind.ts"
import type { UndoReference } from "../act.ts"
import type { Cents } from "../money.ts"
import type { AdjustmentKind } from "../pricing/adjustment-kind.ts"
import type { SigningWay } from "./contract-status.ts"
import type { ExternalCause } from "./booking-end.ts"
import type { ChangeSummary } from "./change-summary.ts"
import type { Leg } from "./route.ts"
import type { StopStep } from "./stop-times.ts"
import type { ShiftAnswer, ShiftKind } from "./shift.ts"
import type { ClockTime, TimeWindow } from "../clock.ts"
import type { BookingStatus, OccupyingStatus } from "./status.ts"

export type BookingDeadline = "answerDueAt" | "expiresAt" | "confirmedAt" | "contractDueAt"

/** Acts of before bundles name no product: it is the rental's. */
export type FreedClaim = Claim & { rental: number; productId?: ProductId | undefined }

/** Undoing restores exactly this. Instants as ISO texts. */
export type BookingBefore = Record<BookingDeadline, string | null> & { claims: readonly FreedClaim[] }

export type DroppedPart = "hours" | "venue" | "shifts"

type Payout = { refund: Cents; indemnity: Cents }

type ExternalEnd = { cause: ExternalCause; noticedOn: Day; kept: Cents }

export type BookingAct =
  | { action: "booking.placed"; details: { total: Cents; days: readonly Day[] }; personal?: { for?: string } }
  | {
      action: "booking.confirmed" | "booking.refused"
      details: { from: OccupyingStatus; was: BookingBefore }
      personal?: { reason: string }
    }
  | {
      action: "booking.cancelled"
      details: { from: OccupyingStatus; was: BookingBefore } & Partial<Payout> & {
          forceMajeure?: boolean
        } & Partial<ExternalEnd>
      personal?: { reason: string }
    }
  /** `kept` follows the agreed tiers (D53). */
  | {
      action: "booking.cancelled-by-customer"
      details: { from: OccupyingStatus; kept: Cents; refund: Cents }
      personal?: { reason: string }
    }
  /** Consumer law (D33). */
  | { action: "booking.withdrawn"; details: { kept: Cents; refund: Cents }; personal: { declaration: string } }
  | { action: "booking.left-unsigned"; details: { dueAt: string } }
  | { action: "booking.dates-asked"; details: { days: readonly Day[]; product?: string }; personal?: { note: string } }
  | { action: "booking.dates-kept"; details: { days: readonly Day[] } }
  | { action: "booking.dates-accepted"; details: { days: readonly Day[] } }
  | { action: "booking.dates-refused"; details: { days: readonly Day[] }; personal?: { reason: string } }
  | {
      action: "booking.refunded"
      details: { amount: Cents; means: PaymentMeans; madeOn: Day }
      personal?: { note: string }
    }
  | { action: "booking.expired"; details: { expiresAt: string } }
  | { action: "booking.restored"; details: { from: BookingStatus }; personal?: { reason: string } }
  | {
      action: "booking.confirmation-undone" | "booking.refusal-undone" | "booking.cancellation-undone"
      details: UndoReference & { status: BookingStatus; units?: readonly number[] }
    }
  | {
      action: "booking.edited"
      details: ChangeSummary["details"] & {
        changed: readonly ("rentals" | "dates" | "options" | "place")[]
        forgotten?: readonly DroppedPart[]
        difference: Cents
        mail?: string
      }
      personal?: ChangeSummary["personal"]
    }
  /** D53 and D43 on one rental (D60). */
  | {
      action: "booking.rental-ended"
      details: {
        rental: number
        product: string
        cause: "customer" | "company"
        noticedOn: Day
        kept: Cents
        refund: Cents
        indemnity: Cents
        forceMajeure?: boolean
      }
      personal?: { reason: string }
    }
  | { action: "booking.noted" }
  | {
      action: "booking.distance-set"
      details: { distanceKm: number; deliveryFee: Cents; total: Cents; totalBefore: Cents; offered?: true }
    }
  | {
      action: "booking.delivery-taken-over"
      details: { otherBooking: number; deliveryFee: Cents; total: Cents; totalBefore: Cents }
    }
  | { action: "booking.delivery-left"; details: { otherBooking: number; total: Cents; totalBefore: Cents } }
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
  | {
      action: "booking.shift-assigned" | "booking.shift-removed"
      details: { shift: ShiftKind }
      personal: { name: string }
    }
  | { action: "booking.shift-answered"; details: { shift: ShiftKind; shiftAnswer: ShiftAnswer } }
  | { action: "booking.contract-sent"; details: { version: number; dueAt: string | null } }
  | { action: "booking.contract-undelivered"; details: { version: number } }
  | { action: "booking.contract-handed-over"; details: { version: number; dueAt: string } }
  | { action: "booking.links-closed"; details: { links: number } }
  | { action: "booking.contract-signed"; details: { version: number; how: SigningWay } }
  /** An unsigned change lapses: the signed version applies again (D59). */
  | {
      action: "booking.change-lapsed"
      details: ChangeSummary["details"] & { version: number; forgotten?: readonly DroppedPart[] }
      personal?: ChangeSummary["personal"]
    }
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
  /** Interest on advance payments (L214-2). */
  | { action: "booking.interest-deducted"; details: { amount: Cents } }
  | {
      action: "booking.payment-corrected"
      details: { payment: string; amount: Cents; means: PaymentMeans; notOwed?: Cents }
    }
  /** Arrived after the end, or twice (D28). */
  | { action: "booking.payment-unwanted"; details: { payment: string; amount: Cents; ended: boolean } }
  | {
      action: "booking.money-given-back"
      details: { key: Id; amount: Cents; overpaid: Cents; refunds: readonly Id[] }
      personal: { reason: string }
    }
  | {
      action: "booking.refund-noticed"
      details: { payment: string; refundId: string; amount: Cents; written: boolean; refunds?: readonly Id[] }
    }
  /** The provider failed, so somebody must refund by hand (D57). */
  | { action: "booking.refund-failed"; details: { amount: Cents; failure: string } }
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
  | {
      action:
        | "booking.deposit-card-saved"
        | "booking.deposit-asked"
        | "booking.deposit-held"
        | "booking.deposit-released"
      details: { amount: Cents }
    }
  | {
      action: "booking.deposit-release-decided" | "booking.deposit-waived" | "booking.deposit-trouble-seen"
      details: { amount: Cents }
    }
  | { action: "booking.deposit-lowered"; details: { amount: Cents; of: Cents } }
  | { action: "booking.deposit-told"; details: { amount: Cents; handedOverOn: Day } }
  | { action: "booking.deposit-keep-decided"; details: { amount: Cents; of: Cents } }
  | { action: "booking.deposit-received"; details: { amount: Cents; means: PaymentMeans; receivedOn: Day } }
  | { action: "booking.deposit-refused" | "booking.deposit-not-taken"; details: { amount: Cents; failure: string } }
  | { action: "booking.deposit-announced"; details: { amount: Cents; of: Cents }; personal: { reason: string } }
  | { action: "booking.deposit-answered"; details: Record<never, never>; personal: { note: string } }
  | { action: "booking.deposit-kept"; details: { amount: Cents; of: Cents } }
  | { action: "booking.invoiced"; details: { number: string; kind: InvoiceKind; amount: Cents; total: Cents } }
  | { action: "booking.invoice-sent-again"; details: { number: string; kind: InvoiceKind } }
  | {
      action: "booking.hours-set"
      details: { outHours: TimeWindow | null; backHours: TimeWindow | null; version: string }
    }
  | { action: "booking.references-noted"; details: { purchaseOrder: string; buyerReference: string } }
  | { action: "booking.event-start-told"; details: { startsAt: ClockTime | null } }
  | { action: "booking.venue-described"; details: { powerNear: boolean; floorFits: boolean } }
  | {
      action: "booking.insurance-asked" | "booking.insurance-waived" | "booking.insurance-handed-in"
      details: Record<never, never>
    }
  | {
      action: "booking.condition-reported"
      details: { report: string; leg: Leg; damaged: boolean; photos: number }
    }
  /** Instants as ISO texts. */
  | {
      action: "booking.stop-marked"
      details: { leg: Leg; step: StopStep; markedAt: string; isDelivery: boolean; arrivesAt?: string }
    }
  | { action: "booking.stop-unmarked"; details: { leg: Leg; step: StopStep; isDelivery: boolean } }
  | { action: "booking.unit-moved"; details: { fromUnit: number; toUnit: number; days: readonly Day[] } }
  | { action: "booking.unhoused"; details: { fromUnit: number; days: readonly Day[] } }
  | { action: "booking.rehoused"; details: { toUnit: number; days: readonly Day[] } }
  | {
      action: "booking.units-swapped"
      details: { fromUnit: number; toUnit: number; days: readonly Day[]; others: readonly BookingId[] }
    }

/** Acts that change the booking make a form that was loaded before them stale. */
const changesBooking: Record<BookingAct["action"], boolean> = {
  "booking.placed": true,
  "booking.confirmed": true,
  "booking.refused": true,
  "booking.cancelled": true,
  "booking.cancelled-by-customer": true,
  "booking.withdrawn": true,
  "booking.left-unsigned": true,
  "booking.dates-asked": true,
  "booking.dates-kept": true,
  "booking.dates-accepted": true,
  "booking.dates-refused": true,
  "booking.refunded": true,
  "booking.expired": true,
  "booking.restored": true,
  "booking.confirmation-undone": true,
  "booking.refusal-undone": true,
  "booking.cancellation-undone": true,
  "booking.edited": true,
  "booking.rental-ended": true,
  "booking.shift-assigned": true,
  "booking.shift-removed": true,
  "booking.shift-answered": true,
  "booking.noted": false,
  "booking.distance-set": true,
  "booking.delivery-taken-over": true,
  "booking.delivery-left": true,
  "booking.price-adjusted": true,
  "booking.price-adjustment-removed": true,
  "booking.contract-sent": false,
  "booking.contract-undelivered": false,
  "booking.contract-handed-over": false,
  "booking.links-closed": false,
  "booking.contract-signed": true,
  "booking.change-lapsed": true,
  "booking.payment-recorded": false,
  "booking.interest-deducted": false,
  "booking.payment-corrected": false,
  "booking.payment-unwanted": false,
  "booking.refund-noticed": false,
  "booking.money-given-back": false,
  "booking.refund-failed": false,
  "booking.payment-disputed": false,
  "booking.deposit-card-saved": false,
  "booking.deposit-asked": false,
  "booking.deposit-held": false,
  "booking.deposit-released": false,
  "booking.deposit-lowered": false,
  "booking.deposit-received": false,
  "booking.deposit-refused": false,
  "booking.deposit-not-taken": false,
  "booking.deposit-announced": false,
  "booking.deposit-answered": false,
  "booking.deposit-kept": false,
  "booking.deposit-release-decided": false,
  "booking.deposit-waived": false,
  "booking.deposit-told": false,
  "booking.deposit-trouble-seen": false,
  "booking.deposit-keep-decided": false,
  "booking.invoiced": false,
  "booking.invoice-sent-again": false,
  "booking.unit-moved": true,
  "booking.units-swapped": true,
  "booking.unhoused": true,
  "booking.rehoused": true,
  "booking.hours-set": false,
  "booking.references-noted": false,
  "booking.event-start-told": false,
  "booking.venue-described": false,
  "booking.insurance-asked": false,
  "booking.insurance-waived": false,
  "booking.insurance-handed-in": false,
  "booking.condition-reported": false,
  "booking.stop-marked": false,
  "booking.stop-unmarked": false,
}

const bookingActions = Object.keys(changesBooking) as BookingAct["action"][]

export const actsWithoutBookingChange = bookingActions.filter((action) => !changesBooking[action])

export const bookingSubjects = Object.fromEntries(bookingActions.map((action) => [action, "booking"])) as Record<
  BookingAct["action"],
  "booking"
>
