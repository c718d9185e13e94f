import type { CustomerBooking } from "../../../../server/booking-record/queries.ts"
import type { CustomerNote } from "../../../../server/accounts/customers/notes.ts"
import type { ListedQuote } from "../../../../server/quotes/list-quotes.ts"
import type { Sharing } from "../../../../server/reports/people/person.ts"
import type { PersonField } from "../../../../domain/accounts/acts.ts"
import type { DatedBooking } from "../../../../domain/rental/rental-times.ts"
import type { AccountRole } from "../../../../domain/accounts/staff-roles.ts"
import type { StateView } from "../people-labels.ts"

export type PersonBooking = DatedBooking & Pick<CustomerBooking, "id" | "number" | "status" | "productName" | "total">

/** `actText` ends a sentence: "a confirmé la réservation"; `number` is the booking's. */
export type PersonEventView = { id: number; at: Date; actorName: string; actText: string; number: number | null }

export const personEdits = ["fiche", "email"] as const
export type PersonEdit = (typeof personEdits)[number]

export type PersonView = {
  id: string
  name: string
  email: string
  phone: string | null
  home: string
  /** The saved place of events. */
  address: string
  placeName: string | null
  business: { name: string | null; siret: string | null; vat: string | null; contactName: string | null } | null
  role: AccountRole
  state: StateView
  emailVerified: boolean
  hasPassword: boolean
  passwordRenewalDue: boolean
  createdAt: Date
  lastSignInAt: Date | null
  sessions: number
  bookings: readonly PersonBooking[]
  quotes: readonly ListedQuote[]
  granted: readonly Sharing[]
  received: readonly Sharing[]
  /** Administrators cannot change their own role or disable themselves. */
  isOneself: boolean
  file: Readonly<Record<PersonField, string>>
  version: string
  /** The personal data was erased: nothing can be corrected. */
  erased: boolean
  notes: readonly CustomerNote[]
  history: readonly PersonEventView[]
}
