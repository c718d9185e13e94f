import type { BookingAddress } from "../../../domain/booking/booking.ts"
import type { HandoverStop } from "../../../domain/rental/rental-times.ts"
import type { BookingHours } from "../../../domain/booking/hours.ts"
import type { Leg } from "../../../domain/booking/route.ts"
import type { BookingStatus } from "../../../domain/booking/status.ts"
import type { UnknownDistance } from "../../../domain/delivery/delivery.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { PriceLine } from "../../../domain/pricing/price.ts"
import type { BookedPlan } from "../../../domain/pricing/rate-plan.ts"
import type { EndCause } from "../../../domain/booking/booking-end.ts"
import type { ChangeLine } from "../../../domain/booking/change-lines.ts"
import type { Day } from "../../../domain/day.ts"
import type { DepositMeans } from "../../../domain/finance/deposit.ts"
import type { PaymentMeans } from "../../../domain/finance/payment.ts"
import type { InvoiceKind } from "../../../domain/finance/invoice-kind.ts"
import type { Cents } from "../../../domain/money.ts"
import type { HandoverWindows, TimeRange } from "../../../domain/rental/rental.ts"
import type { MailAttachment } from "./attachments.ts"

export type BookingFacts = {
  id: BookingId
  number: number
  status: BookingStatus
  product: string
  days: readonly Day[]
  lines: readonly PriceLine[]
  /** Absent in mails from before bookings had several. */
  rentals?: readonly {
    product: string
    days: readonly Day[]
    plan?: BookedPlan
    /** Absent in mails from before days began at an hour. */
    periods?: readonly TimeRange[]
    windows?: HandoverWindows | null
  }[]
  total: Cents
  securityDeposit: Cents
  isDelivery: boolean
  address: BookingAddress
  distanceToConfirm: boolean
  unknownDistance?: UnknownDistance
  placedByOwner: boolean
  hours: BookingHours
  /** Absent in mails from before days began at an hour. */
  stops?: readonly HandoverStop[]
  /** Play money (D73) */
  isDemonstration?: true
  requestedAt: string
  answerDueAt: string
  expiresAt: string | null
  client: {
    name: string
    email: string | null
    phone: string | null
    /** We repeat nothing typed to an unproven address. */
    isVerified: boolean
    isConsumer: boolean
    isExample: boolean
  }
}

/** Whoever holds the link may act (D56), so no list may show it. */
type ContractToSign = { signingUrl: string; signBy: Date }

export type AgreedPayment = { kind: "down-payment" | "balance" | "full"; amount: Cents; dueOn: Day | null }

/** The link is a capability (D56). */
export type PaymentToMake = {
  payUrl: string
  amount: Cents
  dueOn: Day | null
  interest?: Cents
  transfer: { iban: string | null; bic: string | null; reference: string }
}

export type DepositReason = "no-card" | "refused" | "authentication"

export type BookingMailExtras = {
  /** Empty while the distance may change the total; absent in mails from before. */
  requested: { payments?: readonly AgreedPayment[] }
  /** Confirmed by the system (D67). */
  instant: Record<never, never>
  "cart-requested": { bookings: readonly BookingFacts[] }
  confirmed: ContractToSign & { payments: readonly AgreedPayment[] }
  /** Replaces an ended link (D75). */
  "fresh-link": { linkUrl: string }
  refused: { reason: string | null }
  "contract-reminder": ContractToSign
  "unsigned-cancelled": { signBy: Date }
  signed: {
    signedAt: Date
    document: MailAttachment
    payments: readonly AgreedPayment[]
    /** A capability (D56); null when nothing is due yet. */
    payUrl: string | null
  }
  invoiced: { number: string; kind: InvoiceKind; total: Cents; amount: Cents; document: MailAttachment }
  changed: {
    changes: readonly ChangeLine[]
    totalBefore: Cents
    contract: ContractToSign | null
    letter: string | null
    /** `of` is the booking that shares it (D48). */
    delivery?: { of: number; counted: boolean }
  }
  /** `indemnity` is owed beyond the refund when the company cancels (D43, D53). */
  cancelled: {
    by: EndCause
    noticedOn?: Day
    actor?: string
    reason: string | null
    settlement: { kept: Cents; refunded: Cents; indemnity: Cents; owed?: Cents } | null
  }
  /** Durable acknowledgement (D33). */
  "withdrawal-received": { receivedAt: Date; declaration: string; refunded: Cents; addressProved: boolean }
  /** `product`: only this rental is to move. */
  "date-change-asked": { days: readonly Day[]; product?: string; message: string | null; actor?: string }
  /** `moved`: only this rental has other days. */
  "date-change-accepted": {
    daysBefore: readonly Day[]
    moved?: { product: string; days: readonly Day[] }
    contract: ContractToSign | null
  }
  "date-change-refused": { days: readonly Day[]; reason: string | null }
  "day-before": { hours: string | null; prepare: readonly string[] }
  /** Serves the event (D80). */
  "on-the-way": { leg: Leg; arrivesAt: Date }
  thanks: { reviewUrl: string | null }
  expired: { expiredAt: Date }
  "payment-asked": PaymentToMake
  "balance-due": PaymentToMake
  "payment-late": PaymentToMake
  "payment-received": { amount: Cents; means: PaymentMeans; left: Cents }
  "payment-failed": { amount: Cents; payUrl: string }
  "payment-refunded": { amount: Cents; means: PaymentMeans }
  /** A capability (D56). */
  "deposit-asked": { depositUrl: string; amount: Cents; why: DepositReason; holdOn: Day }
  "deposit-opened": { amount: Cents; card: string; releaseBy: Day }
  "deposit-announced": {
    depositUrl: string
    amount: Cents
    of: Cents
    reason: string
    reportedAt: Date | null
  }
  "deposit-released": { amount: Cents; means: DepositMeans }
  "deposit-kept": { amount: Cents; of: Cents; reason: string; means: DepositMeans }
  /** A capability (D56). */
  "insurance-asked": { insuranceUrl: string; again: boolean; firstDay: Day }
  waiting: { since: Date }
  disputed: { amount: Cents; ofDeposit: boolean; reason: string; answerBy: Date | null }
}

export type BookingMailKind = keyof BookingMailExtras
export type Audience = "customer" | "owner"

export const bookingTemplates = {
  requested: { customer: "booking-requested", owner: "booking-requested-owner" },
  instant: { customer: null, owner: "booking-instant-owner" },
  "cart-requested": { customer: "cart-requested", owner: "cart-requested-owner" },
  confirmed: { customer: "booking-confirmed", owner: null },
  refused: { customer: "booking-refused", owner: null },
  "contract-reminder": { customer: "contract-reminder", owner: null },
  "fresh-link": { customer: "fresh-link", owner: null },
  "unsigned-cancelled": { customer: "unsigned-cancelled", owner: "unsigned-cancelled-owner" },
  signed: { customer: "contract-signed", owner: "contract-signed-owner" },
  invoiced: { customer: "invoice", owner: null },
  changed: { customer: "booking-changed", owner: null },
  cancelled: { customer: "booking-cancelled", owner: "booking-cancelled-owner" },
  "withdrawal-received": { customer: "withdrawal-received", owner: "withdrawal-received-owner" },
  "date-change-asked": { customer: "date-change-asked", owner: "date-change-asked-owner" },
  "date-change-accepted": { customer: "date-change-accepted", owner: null },
  "date-change-refused": { customer: "date-change-refused", owner: null },
  "day-before": { customer: "day-before", owner: null },
  "on-the-way": { customer: "on-the-way", owner: null },
  thanks: { customer: "booking-thanks", owner: null },
  expired: { customer: "booking-expired", owner: "booking-expired-owner" },
  "payment-asked": { customer: "payment-asked", owner: null },
  "balance-due": { customer: "balance-due", owner: null },
  "payment-late": { customer: "payment-late", owner: null },
  "payment-received": { customer: "payment-received", owner: null },
  "payment-failed": { customer: "payment-failed", owner: null },
  "payment-refunded": { customer: "payment-refunded", owner: null },
  "deposit-asked": { customer: "deposit-asked", owner: null },
  "deposit-opened": { customer: "deposit-opened", owner: null },
  "deposit-announced": { customer: "deposit-announced", owner: null },
  "deposit-released": { customer: "deposit-released", owner: null },
  "deposit-kept": { customer: "deposit-kept", owner: null },
  "insurance-asked": { customer: "insurance-asked", owner: null },
  waiting: { customer: null, owner: "request-waiting-owner" },
  disputed: { customer: null, owner: "payment-disputed-owner" },
} as const satisfies Record<BookingMailKind, Record<Audience, string | null>>

export const leadsToBooking: ReadonlySet<BookingMailKind> = new Set([
  "requested",
  "refused",
  "expired",
  "unsigned-cancelled",
  "signed",
  "invoiced",
  "changed",
  "cancelled",
  "withdrawal-received",
  "date-change-asked",
  "date-change-accepted",
  "date-change-refused",
  "day-before",
  "on-the-way",
  "thanks",
  "payment-received",
  "payment-refunded",
  "deposit-opened",
  "deposit-released",
  "deposit-kept",
])

/** Follow the signed version, not a pending change (D59). */
export const usesSignedVersion: ReadonlySet<BookingMailKind> = new Set([
  "fresh-link",
  "invoiced",
  "cancelled",
  "withdrawal-received",
  "payment-asked",
  "balance-due",
  "payment-late",
  "payment-received",
  "payment-failed",
  "payment-refunded",
  "deposit-asked",
  "deposit-opened",
  "deposit-announced",
  "deposit-released",
  "deposit-kept",
  "insurance-asked",
  "disputed",
])

type TemplateOf<Kind extends BookingMailKind> = NonNullable<(typeof bookingTemplates)[Kind][Audience]>
export type BookingTemplateName = { [Kind in BookingMailKind]: TemplateOf<Kind> }[BookingMailKind]

export type BookingMailKindOf<Name extends BookingTemplateName> = {
  [Kind in BookingMailKind]: Name extends TemplateOf<Kind> ? Kind : never
}[BookingMailKind]

export type Serialized<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends Date
    ? string
    : Value extends readonly (infer Item)[]
      ? readonly Serialized<Item>[]
      : { readonly [Name in keyof Value]: Serialized<Value[Name]> }

export function serialize<Value>(value: Value): Serialized<Value> {
  return JSON.parse(JSON.stringify(value))
}
