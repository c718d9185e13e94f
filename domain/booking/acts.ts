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

const bookingDeadlines = ["answerDueAt", "expiresAt", "confirmedAt", "contractDueAt"] as const
export type BookingDeadline = (typeof bookingDeadlines)[number]

/** Undoing restores exactly this. Instants as ISO texts. */
/** Acts of before bundles name no product: it is the rental's. */
export type FreedClaim = Claim & { rental: number; productId?: ProductId | undefined }

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
  "booking.deposit-lowered",
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
  "booking.references-noted",
  "booking.event-start-told",
  "booking.venue-described",
  "booking.insurance-asked",
  "booking.insurance-waived",
  "booking.insurance-handed-in",
  "booking.condition-reported",
  "booking.stop-marked",
  "booking.stop-unmarked",
] as const satisfies readonly BookingAct["action"][]

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
  "booking.rental-ended": "booking",
  "booking.shift-assigned": "booking",
  "booking.shift-removed": "booking",
  "booking.shift-answered": "booking",
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
  "booking.deposit-lowered": "booking",
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
  "booking.unhoused": "booking",
  "booking.rehoused": "booking",
  "booking.hours-set": "booking",
  "booking.references-noted": "booking",
  "booking.event-start-told": "booking",
  "booking.venue-described": "booking",
  "booking.insurance-asked": "booking",
  "booking.insurance-waived": "booking",
  "booking.insurance-handed-in": "booking",
  "booking.condition-reported": "booking",
  "booking.stop-marked": "booking",
  "booking.stop-unmarked": "booking",
} as const satisfies Record<BookingAct["action"], string>
