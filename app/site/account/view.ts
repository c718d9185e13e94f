import type { Leg } from "../../../domain/booking/route.ts"
import type { InvoiceKind } from "../../../domain/invoicing/invoice.ts"
import type { BookingAddress } from "../../../domain/booking/booking.ts"
import type { Journey } from "../../../domain/booking/journey.ts"
import type { BookingStatus } from "../../../domain/booking/status.ts"
import type { Day } from "../../../domain/day.ts"
import type { Picture } from "../../ui/photo.tsx"

/** The forms of the page, by the names of their sections. */
export const accountForms = ["informations", "type-de-compte", "adresse", "mot-de-passe"] as const
export type AccountForm = (typeof accountForms)[number]

/** What is said above a form that was just saved (specification, section 8). */
export const savedMessages: Record<AccountForm, string> = {
  informations: "Profil mis à jour avec succès",
  "type-de-compte": "Informations mises à jour avec succès",
  adresse: "Adresse enregistrée !",
  "mot-de-passe": "Mot de passe mis à jour avec succès",
}

export type AccountBooking = {
  number: number
  status: BookingStatus
  dates: readonly Day[]
  productName: string
  picture: Picture | null
  total: number
  /** Round trip in km, and what the total was before the owner entered it; null when the address was placed. */
  distance: number
  totalBefore: number | null
  next: Journey["next"]
  /** A version of its contract is there to be read. */
  hasContract: boolean
}

export type AccountDocument = { booking: number; productName: string; at: Date } & (
  | { kind: "contract"; version: number; signed: boolean; hasPdf: boolean; endedAt: Date | null }
  | { kind: "invoice"; number: string; invoiceKind: InvoiceKind }
  | { kind: "report"; report: string; leg: Leg }
)

export type Paged<Row> = { rows: readonly Row[]; total: number; page: number; pages: number }

export type Business = {
  clientType: "individual" | "business"
  businessName: string
  businessSiret: string
  businessVat: string
  businessContactName: string
}

export type AccountView = {
  person: { name: string; email: string; phone: string }
  business: Business
  address: BookingAddress
  security: {
    isVerified: boolean
    hasSecondFactor: boolean
    passkeys: number
    openSessions: number
    isAdmin: boolean
  }
  /** To whom the account is open, and whose accounts are open to them, by name. */
  sharedWith: readonly { name: string; email: string; rights: string }[]
  sharedWithMe: readonly string[]
  /** Null when they could not be read: the rest of the page is there all the same. */
  bookings: Paged<AccountBooking> | null
  documents: Paged<AccountDocument> | null
  /** What the form that proposes the news needs; null where it is not proposed. */
  news: { email: string; stamp: string } | null
  /** The form that was just saved. `kind` is what drafts look for. */
  flash: { kind: "success"; form: AccountForm } | null
}

/** What a person who acts for another account sees of it. */
export type OthersAccountView = Pick<AccountView, "bookings" | "documents"> & { othersName: string; mayBook: boolean }
