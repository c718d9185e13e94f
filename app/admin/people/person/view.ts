import type { BookingStatus } from "../../../../domain/booking/status.ts"
import type { Day } from "../../../../domain/day.ts"
import type { RoleView, StateView, permissionLabels } from "../people-labels.ts"

export type SharingView = {
  id: string
  personId: string
  name: string
  email: string
  permissions: readonly (keyof typeof permissionLabels)[]
}
export type PersonBooking = {
  id: string
  number: number
  status: BookingStatus
  productName: string
  dates: readonly Day[]
  total: number
}

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
}
