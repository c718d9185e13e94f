import type { CustomerNote } from "../../../../server/accounts/customers/notes.ts"
import type { PersonField } from "../../../../domain/accounts/acts.ts"
import type { BookingStatus } from "../../../../domain/booking/status.ts"
import type { RentalPeriod } from "../../../../domain/rental/rental.ts"
import type { RoleView, StateView, permissionLabels } from "../people-labels.ts"

export type SharingView = {
  id: string
  personId: string
  name: string
  email: string
  permissions: readonly (keyof typeof permissionLabels)[]
}
export type PersonBooking = RentalPeriod & {
  id: string
  number: number
  status: BookingStatus
  productName: string
  total: number
}

/** What happened, as the end of a sentence: "a confirmé la réservation"; `number`: which one. */
export type PersonEventView = { id: number; at: Date; who: string; what: string; number: number | null }

/** What is open over the page: the file, or the address of mails. */
export const personEdits = ["fiche", "email"] as const
export type PersonEdit = (typeof personEdits)[number]

export type PersonView = {
  id: string
  name: string
  email: string
  phone: string | null
  address: string
  business: { name: string | null; siret: string | null; vat: string | null; contactName: string | null } | null
  role: RoleView
  state: StateView
  emailVerified: boolean
  hasPassword: boolean
  passwordRenewalDue: boolean
  createdAt: Date
  lastSignInAt: Date | null
  sessions: number
  bookings: readonly PersonBooking[]
  given: readonly SharingView[]
  received: readonly SharingView[]
  /** The administrator's own page: nobody changes their own role or shuts themselves out. */
  oneself: boolean
  /** Every field of the file as a form shows it. */
  file: Readonly<Record<PersonField, string>>
  version: string
  /** Their data was erased: there is nothing to correct any more. */
  erased: boolean
  notes: readonly CustomerNote[]
  history: readonly PersonEventView[]
}
