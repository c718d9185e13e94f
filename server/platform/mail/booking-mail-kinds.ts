import type { BookingAddress } from "../../../domain/booking/booking.ts"
import type { BookingHours } from "../../../domain/booking/hours.ts"
import type { BookingStatus } from "../../../domain/booking/status.ts"
import type { UnknownDistance } from "../../../domain/delivery/delivery.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { PriceLine } from "../../../domain/pricing/price.ts"
import type { EndCause } from "../../../domain/booking/booking-end.ts"
import type { ChangeLine } from "../../../domain/booking/change-lines.ts"
import type { Day } from "../../../domain/day.ts"
import type { DepositMeans } from "../../../domain/finance/deposit.ts"
import type { PaymentMeans } from "../../../domain/finance/payment.ts"
import type { InvoiceKind } from "../../../domain/finance/invoice-kind.ts"
import type { Cents } from "../../../domain/money.ts"
import type { MailAttachment } from "./attachments.ts"

/** A booking as a mail tells it: what was true when the mail was ordered. Instants as ISO texts. */
export type BookingFacts = {
  id: BookingId
  number: number
  status: BookingStatus
  product: string
  days: readonly Day[]
  lines: readonly PriceLine[]
  photoPackQuantity: number
  total: Cents
  securityDeposit: Cents
  isDelivery: boolean
  address: BookingAddress
  distanceToConfirm: boolean
  /** Why a distance is to be confirmed. */
  unknownDistance?: UnknownDistance
  placedByOwner: boolean
  hours: BookingHours
  /** It has play money (D73). */
  isDemonstration?: true
  requestedAt: string
  answerDueAt: string
  expiresAt: string | null
  client: {
    name: string
    /** Null for who was noted on the phone without one. */
    email: string | null
    phone: string | null
    /** Whether they have shown that the address is theirs: to others we repeat nothing that was typed. */
    isVerified: boolean
    isConsumer: boolean
    /** One of the demonstration's people, whose address is nobody's. */
    isExample: boolean
  }
}

/** A page where the contract can be read and signed. The link is a capability (D56): it is kept out of every list. */
export type ContractToSign = { signingUrl: string; signBy: Date }

/** A payment that was agreed; `dueOn` is null for what is due at the signature. */
export type AgreedPayment = { kind: "down-payment" | "balance" | "full"; amount: Cents; dueOn: Day | null }

/** Some money that is due, and the two ways to pay it. The link is a capability (D56): it is kept out of every list. */
export type PaymentToMake = {
  payUrl: string
  amount: Cents
  dueOn: Day | null
  /** Taken off it (L214-2); absent where there is none. */
  interest?: Cents
  transfer: { iban: string | null; bic: string | null; reference: string }
}

/** Why a card is asked for: none was saved, the bank refused it, or it wants its client to confirm. */
export type DepositReason = "no-card" | "refused" | "authentication"

/** What each mail about a booking needs beside the facts that it reads from the booking. */
export type BookingMailExtras = {
  /** To both: what was asked, the total, what happens next; to the owner with a link to answer. Only to the customer when the owner placed it. */
  requested: Record<never, never>
  /** The same for a cart that was ordered whole (D13): one mail for all its bookings, in their order. */
  "cart-requested": { bookings: readonly BookingFacts[] }
  /** With the contract to sign (D12), what is due and when. */
  confirmed: ContractToSign & { payments: readonly AgreedPayment[] }
  /** Replaces a link that has ended (D75). It is a capability (D56). */
  "fresh-link": { linkUrl: string }
  refused: { reason: string | null }
  "contract-reminder": ContractToSign
  /** To both: nobody signed by `signBy`, the days are free again. */
  "unsigned-cancelled": { signBy: Date }
  /** To both, with the signed PDF; its SHA-256 stands in the text. */
  signed: { signedAt: Date; document: MailAttachment; payments: readonly AgreedPayment[] }
  /** With the invoice or the credit note: `total` stands on it, `amount` is what is left once earlier invoices are deducted. */
  invoiced: { number: string; kind: InvoiceKind; total: Cents; amount: Cents; document: MailAttachment }
  /** `contract`: the new one to sign, when there is one (D59). `letter`: the owner's own, which takes the place of our sentences. */
  changed: {
    changes: readonly ChangeLine[]
    totalBefore: Cents
    contract: ContractToSign | null
    letter: string | null
    /** A delivery that bookings share has changed hands: `of` is the other one's number (D48). */
    delivery?: { of: number; counted: boolean }
  }
  /**
   * To the customer; to the owner as well when the customer cancelled. `kept` and `refunded` by D53; `indemnity` is what
   * the company owes beyond the refund when it is the one that cancels (D43). Null where nothing was paid.
   */
  cancelled: {
    by: EndCause
    /** The day of a notice that the owner noted: the customer is told what was noted. */
    noticedOn?: Day
    /** Who did it in the account's name, where that is somebody else (D19). */
    actor?: string
    reason: string | null
    settlement: { kept: Cents; refunded: Cents; indemnity: Cents; owed?: Cents } | null
  }
  /**
   * The durable acknowledgement (D33), to both: what the customer declared, when we received it, what is refunded.
   * `addressProved`: the contract was signed by what was mailed to this address.
   */
  "withdrawal-received": { receivedAt: Date; declaration: string; refunded: Cents; addressProved: boolean }
  /** To both; to the owner with a link to answer. */
  "date-change-asked": { days: readonly Day[]; message: string | null; actor?: string }
  "date-change-accepted": { daysBefore: readonly Day[]; contract: ContractToSign | null }
  "date-change-refused": { days: readonly Day[]; reason: string | null }
  /** `hours`: "entre 9 h et 10 h", null while nobody has said; `prepare`: a sentence each. */
  "day-before": { hours: string | null; prepare: readonly string[] }
  /** `reviewUrl`: null where the company has no page for reviews. */
  thanks: { reviewUrl: string | null }
  /** To both: nobody had answered by then, the days are free again (D12). */
  expired: { expiredAt: Date }
  /** Signed: what is due at once. */
  "payment-asked": PaymentToMake
  /** A week before, two days before, on the day. */
  "balance-due": PaymentToMake
  "payment-late": PaymentToMake
  /** `left`: of what was asked for. */
  "payment-received": { amount: Cents; means: PaymentMeans; left: Cents }
  /** The card was refused, and nobody has tried another. */
  "payment-failed": { amount: Cents; payUrl: string }
  "payment-refunded": { amount: Cents; means: PaymentMeans }
  /** A card is asked for the security deposit. The link is a capability (D56). */
  "deposit-asked": { depositUrl: string; amount: Cents; why: DepositReason; holdOn: Day }
  /** It is authorised on the card, and no charge. */
  "deposit-opened": { amount: Cents; card: string; releaseBy: Day }
  /** So much of it is to be kept, and why: the customer has 48 hours from its delivery to answer. */
  "deposit-announced": {
    depositUrl: string
    amount: Cents
    of: Cents
    reason: string
    /** The date of the return's condition report, when there is one. */
    reportedAt: Date | null
  }
  "deposit-released": { amount: Cents; means: DepositMeans }
  "deposit-kept": { amount: Cents; of: Cents; reason: string; means: DepositMeans }
  /** The certificate of insurance; `again`: it was asked for before. The link is a capability (D56). */
  "insurance-asked": { insuranceUrl: string; again: boolean; firstDay: Day }
  /** To the owner: a request that has waited since then. */
  waiting: { since: Date }
  /** To the owner: the customer's bank waits for evidence, or gives the money back. `reason`: in the bank's own word. */
  disputed: { amount: Cents; ofDeposit: boolean; reason: string; answerBy: Date | null }
}

export type BookingMailKind = keyof BookingMailExtras
export type Audience = "customer" | "owner"

/** Who reads each of them, and by which template. */
export const bookingTemplates = {
  requested: { customer: "booking-requested", owner: "booking-requested-owner" },
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

/** Whose customer's mail leads to the page of the booking, and has no link of another purpose. */
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
  "thanks",
  "payment-received",
  "payment-refunded",
  "deposit-opened",
  "deposit-released",
  "deposit-kept",
])

/** About money, or an end: of what both sides are held to, whatever change of it waits for a signature (D59). */
export const tellsOfSigned: ReadonlySet<BookingMailKind> = new Set([
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

/** The kind of mail that a template writes. */
export type KindOf<Name extends BookingTemplateName> = {
  [Kind in BookingMailKind]: Name extends TemplateOf<Kind> ? Kind : never
}[BookingMailKind]

/** As it stands in an order: plain JSON, an instant is its ISO text. */
export type Frozen<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends Date
    ? string
    : Value extends readonly (infer Item)[]
      ? readonly Frozen<Item>[]
      : { readonly [Name in keyof Value]: Frozen<Value[Name]> }

/** A value as it stands in an order from now on. */
export function frozen<Value>(value: Value): Frozen<Value> {
  return JSON.parse(JSON.stringify(value))
}
