import type { AccountDocument } from "../../../server/accounts/customers/documents.ts"
import type { Page } from "../../../server/platform/pagination.ts"
import type { ListedBooking } from "../../../server/bookings/own-list.ts"
import type { ClientType } from "../../../domain/accounts/business.ts"
import type { BookingAddress, PostalAddress } from "../../../domain/booking/booking.ts"

export const accountForms = ["informations", "type-de-compte", "domicile", "adresse", "mot-de-passe"] as const
export type AccountForm = (typeof accountForms)[number]

/** The specification prescribes these texts but the home's (section 8). */
export const savedMessages: Record<AccountForm, string> = {
  informations: "Profil mis à jour avec succès",
  "type-de-compte": "Informations mises à jour avec succès",
  domicile: "Adresse mise à jour",
  adresse: "Adresse enregistrée !",
  "mot-de-passe": "Mot de passe mis à jour avec succès",
}

type Business = {
  clientType: ClientType
  businessName: string
  businessSiret: string
  businessVat: string
  businessContactName: string
}

export type AccountView = {
  person: { name: string; email: string; phone: string }
  business: Business
  home: PostalAddress | null
  address: BookingAddress
  security: {
    isVerified: boolean
    hasSecondFactor: boolean
    passkeys: number
    openSessions: number
    isStaff: boolean
  }
  sharedWith: readonly { name: string; email: string; rights: string }[]
  sharedWithMe: readonly string[]
  /** null when they could not be read. */
  bookings: Page<ListedBooking> | null
  documents: Page<AccountDocument> | null
  /** null when it is not offered. */
  news: { email: string; stamp: string } | null
  flash: { kind: "success"; form: AccountForm } | null
}

export type OthersAccountView = Pick<AccountView, "bookings" | "documents"> & { othersName: string; mayBook: boolean }
