import type { Id } from "../../../domain/id.ts"
import type { Sentences } from "../../../domain/correspondence/sentences.ts"
import type { Day } from "../../../domain/day.ts"
import type { ChangeLine } from "../../../domain/booking/change-lines.ts"
import type { ShiftKind } from "../../../domain/booking/shift.ts"
import type { Cents } from "../../../domain/money.ts"
import type { QuoteExtra } from "../../../domain/quotes/extras.ts"
import type { DeclineReason } from "../../../domain/quotes/state.ts"
import type { BookingFacts } from "./booking-mail-kinds.ts"
import type { BookingMailExtras, BookingTemplateName, Serialized, BookingMailKindOf } from "./booking-mail-kinds.ts"

export const LATE_AFTER_MINUTES = 60

export type MailAddress = { name: string; address: string }

export type SharingTurn = "granted" | "changed" | "ended" | "given-up"

export type ActedTurn = "cancelled" | "dates-asked" | "dates-kept"

export type AddedAccess = "passkey" | "account-calendar" | "shop-calendar" | "api-key"

export type BookingMailData<Name extends BookingTemplateName = BookingTemplateName> = {
  booking: BookingFacts
  extra: Serialized<BookingMailExtras[BookingMailKindOf<Name>]>
  /** Whoever holds the link may act (D56), so no list may show it. */
  readUrl?: string
}

/** Names and addresses stay out of it until the day before (D72). */
type ShiftMailData = { name: string; shift: ShiftKind; times: string; products: string; town: string }
type PasswordLinkData = { name: string; token: string; back?: string }
type EmailChangeData = { name: string; newEmail: string; token: string }

export type QuoteFacts = Pick<
  BookingFacts,
  "product" | "days" | "rentals" | "lines" | "total" | "isDelivery" | "hours"
> & {
  number: string
  extras: readonly QuoteExtra[]
  validUntil: string
  keepUntil: Day | null
  message: string
}

export type QuoteAnswer =
  | { kind: "accepted"; total: Cents }
  | { kind: "declined"; reason: DeclineReason; words: string }
  | { kind: "change-requested"; words: string }
  | { kind: "order-received" }

type QuoteToAnswer = { name: string; quote: QuoteFacts; quoteUrl: string }

/** An unconfirmed account's name is empty: a stranger may have typed it. */
export type Mails = {
  "contact-message": {
    name: string
    email: string
    phone: string | null
    message: string
    /** Missing in mails from before, and where nothing of the event is known. */
    event?: [label: string, value: string][]
  }
  "shown-price": {
    token: string
    products: string
    facts: [label: string, value: string][]
    lines: [label: string, amount: string][]
    total: string
    honouredUntil: Day
  }
  "contact-answer": { name: string; question: string; answer: string }
  "booking-message": { number: number; subject: string; text: string }
  "newsletter-confirmation": { token: string }
  "newsletter-welcome": { token: string }
  "product-letter": {
    token: string
    subject: string
    body: string
    product: { id: string; name: string; price: string | null; features: readonly string[] }
  }
  "email-verification": { token: string }
  "sign-in-link": PasswordLinkData
  "password-forgotten": PasswordLinkData
  "password-invitation": PasswordLinkData
  "password-offered": PasswordLinkData
  "staff-invitation": PasswordLinkData & { role: string }
  "shift-offered": ShiftMailData & { token: string }
  "shift-withdrawn": ShiftMailData
  "email-change-old": EmailChangeData
  "email-change-new": EmailChangeData
  "rights-received": { name: string; number: number; right: string; message: string; dueOn: Day }
  "rights-received-owner": { name: string; number: number; right: string; message: string; dueOn: Day }
  "rights-answered": { name: string; number: number; right: string; answer: string }
  "rights-extended": { name: string; number: number; right: string; reason: string; dueOn: Day }
  "account-deleted": { name: string; keptYears: number; bookings: number }
  "email-changed": { name: string; newEmail: string }
  "access-added": { name: string; access: AddedAccess; called: string }
  "account-shared": { name: string; side: "owner" | "person"; turn: SharingTurn; other: string; rights: string }
  "booked-for-another": {
    name: string
    side: "owner" | "person"
    other: string
    number: number
    product: string
    more?: readonly { number: number; product: string }[]
  }
  "acted-for-another": {
    name: string
    side: "owner" | "person"
    other: string
    number: number
    product: string
    turn: ActedTurn
    days?: readonly Day[]
  }
  "signing-code": { name: string; number: number; token: string }
  "withdrawal-code": { name: string; number: number; token: string }
  "cancellation-code": { name: string; number: number; token: string }
  "dormant-notice": { name: string; erasedOn: Day }
  "quote-sent": QuoteToAnswer
  "quote-changed": QuoteToAnswer & { differences: readonly ChangeLine[] }
  "quote-reminder": QuoteToAnswer
  "quote-expired": { name: string; quote: QuoteFacts }
  "quote-answered-owner": { number: string; name: string; email: string | null; answer: QuoteAnswer }
} & { [Name in BookingTemplateName]: BookingMailData<Name> }

export type MailName = keyof Mails

export type MailOrder = {
  [Name in MailName]: {
    id: Id
    at: string
    template: Name
    to: readonly MailAddress[]
    data: Mails[Name]
    sentences?: Sentences
  }
}[MailName]

export type NewMail = {
  [Name in MailName]: { template: Name; to: readonly MailAddress[]; data: Mails[Name] }
}[MailName]
