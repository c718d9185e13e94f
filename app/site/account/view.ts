import type { OwnDocument } from "../../../server/accounts/customers/documents.ts"
import type { Page } from "../../../server/platform/lists.ts"
import type { ListedBooking } from "../../../server/bookings/own-list.ts"
import type { BookingAddress } from "../../../domain/booking/booking.ts"

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
  bookings: Page<ListedBooking> | null
  documents: Page<OwnDocument> | null
  /** What the form that proposes the news needs; null where it is not proposed. */
  news: { email: string; stamp: string } | null
  /** The form that was just saved. `kind` is what drafts look for. */
  flash: { kind: "success"; form: AccountForm } | null
}

/** What a person who acts for another account sees of it. */
export type OthersAccountView = Pick<AccountView, "bookings" | "documents"> & { othersName: string; mayBook: boolean }
