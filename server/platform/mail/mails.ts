import type { Id } from "../../../domain/id.ts"
import type { Sentences } from "../../../domain/correspondence/sentences.ts"
import type { Day } from "../../../domain/day.ts"
import type { BookingFacts } from "./booking-mail-kinds.ts"
import type { BookingMailExtras, BookingTemplateName, Frozen, KindOf } from "./booking-mail-kinds.ts"

/** A server that is busy takes a mail within that; one that is away for longer may be so for days. */
export const ON_ITS_WAY_MINUTES = 60

/** A name and where to write to. The name may be empty. */
export type MailAddress = { name: string; address: string }

/** What became of an account's being shared: taken back by its owner, or given up by who had it. */
export type SharingTurn = "granted" | "changed" | "ended" | "given-up"

/** What somebody may do to a request in the name of an account that is shared with them. */
export type ActedTurn = "cancelled" | "dates-asked" | "dates-kept"

/** A way into an account that lasts beside its password. */
export type AddedAccess = "passkey" | "account-calendar" | "shop-calendar" | "api-key"

/** A mail about a booking: the booking as it was then, and what this turn of it adds. */
export type BookingMailData<Name extends BookingTemplateName = BookingTemplateName> = {
  booking: BookingFacts
  extra: Frozen<BookingMailExtras[KindOf<Name>]>
  /** Where it is read without a password. The link is a capability (D56): it is kept out of every list. */
  readUrl?: string
}

/** `back`: the path of a booking to go on with afterwards. */
type PasswordLinkData = { name: string; token: string; back?: string }
type EmailChangeData = { name: string; newEmail: string; token: string }

/**
 * What each mail tells, as plain JSON: an instant is its ISO text. Its words are in templates/. The name of an account
 * whose address was not confirmed is empty: a stranger may have typed it.
 */
export type Mails = {
  "contact-message": { name: string; email: string; phone: string | null; message: string }
  "contact-answer": { name: string; question: string; answer: string }
  "booking-message": { number: number; subject: string; text: string }
  "newsletter-confirmation": { token: string }
  "newsletter-welcome": { token: string }
  /** `token`: of the reader's subscription, empty in a trial; `price`: "150 € par jour", null where there is none. */
  "product-letter": {
    token: string
    subject: string
    body: string
    product: { id: string; name: string; price: string | null; features: readonly string[] }
  }
  "email-verification": { token: string }
  /** A link to choose a password: they asked, an account was made for them, an administrator sends it. */
  "password-forgotten": PasswordLinkData
  "password-invitation": PasswordLinkData
  "password-offered": PasswordLinkData
  /** To both addresses of an account that changes it; `token` is another one for each. */
  "email-change-old": EmailChangeData
  "email-change-new": EmailChangeData
  /** `right`: which one, in French; `dueOn`: the last day to answer. */
  "rights-received": { name: string; number: number; right: string; message: string; dueOn: Day }
  "rights-received-owner": { name: string; number: number; right: string; message: string; dueOn: Day }
  "rights-answered": { name: string; number: number; right: string; answer: string }
  "rights-extended": { name: string; number: number; right: string; reason: string; dueOn: Day }
  /** To an account that is no more. */
  "account-deleted": { name: string; keptYears: number; bookings: number }
  "email-changed": { name: string; newEmail: string }
  /** `called`: how its maker calls it. */
  "access-added": { name: string; access: AddedAccess; called: string }
  /** To both sides. `other`: the other one, empty for a name that nobody has confirmed; `rights`: "voir et réserver". */
  "account-shared": { name: string; side: "owner" | "person"; turn: SharingTurn; other: string; rights: string }
  /** To both sides: a request that somebody sent in the name of an account that is shared with them, and what came with it. */
  "booked-for-another": {
    name: string
    side: "owner" | "person"
    other: string
    number: number
    product: string
    more?: readonly { number: number; product: string }[]
  }
  /** To both sides: what somebody did to a request of an account that is shared with them. `days`: those that are meant, when it is about days. */
  "acted-for-another": {
    name: string
    side: "owner" | "person"
    other: string
    number: number
    product: string
    turn: ActedTurn
    days?: readonly Day[]
  }
  /** `token`: the six figures by which the reader of this mail signs the contract of that booking. */
  "signing-code": { name: string; number: number; token: string }
  /** The same, by which anyone who holds a link of that booking withdraws from its contract. */
  "withdrawal-code": { name: string; number: number; token: string }
  /** Proves who cancels by a link. */
  "cancellation-code": { name: string; number: number; token: string }
  /** `erasedOn`: the day from which the account is no more. */
  "dormant-notice": { name: string; erasedOn: Day }
} & { [Name in BookingTemplateName]: BookingMailData<Name> }

export type MailName = keyof Mails

/**
 * A mail that must go. `id` stays the same however often it is tried, `at` is when it became due. `sentences`: the
 * company's own words as they were then; absent where it says it in ours.
 */
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

/** The same, before anybody promised to send it. */
export type NewMail = {
  [Name in MailName]: { template: Name; to: readonly MailAddress[]; data: Mails[Name] }
}[MailName]
