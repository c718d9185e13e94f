import type { GalleryView } from "./gallery.tsx"
import type { Flash } from "../../kit/flash.ts"
import type { EditRefusal, StoredPicture } from "../../kit/edit-refusal.ts"

/** The form's fields as a person reads and types them: euros with a comma, numbers as text. */
export type ProductTexts = {
  name: string
  description: string
  price: string
  imageAlt: string
  manualUrl: string
  photoPackPrice: string
  photoPackQuantity: string
  includedPhotos: string
  stock: string
  preparationDaysBefore: string
  preparationDaysAfter: string
  securityDeposit: string
  minimumNoticeDays: string
  furthestDays: string
  seoTitle: string
  seoDescription: string
}

export type ProductView = {
  /** Empty for a product that is not saved yet. */
  id: string
  seen: string
  texts: ProductTexts
  features: readonly string[]
  isActive: boolean
  asksInsurance: boolean
  isArchived: boolean
  bookings: number
  picture: StoredPicture | null
  upload: { hint: string; accept: string }
  gallery: GalleryView
  /** What a search engine shows when the owner writes nothing: the page's address, and the site's name after the title. */
  search: { address: string; siteName: string }
  flash: Flash | null
}

/** Bookings that need more units than the stock would have. */
export type StockRefusal = {
  bookings: readonly { id: string; number: number; clientName: string; days: string }[]
  holds: number
}

export type ProductRefusal = EditRefusal & { stock?: StockRefusal }

/** The fields by name, as the owner reads them: in the form, and when somebody else changed one. */
export const productLabels: Record<string, string> = {
  name: "Nom",
  description: "Description",
  price: "Prix par jour",
  imageAlt: "Description de l’image",
  features: "Caractéristiques",
  isActive: "Visible dans le catalogue",
  archivedAt: "Archivage",
  manualUrl: "Adresse de la notice",
  photoPackPrice: "Prix du pack photo",
  photoPackQuantity: "Photos par pack",
  includedPhotos: "Photos imprimées comprises",
  stock: "Stock",
  preparationDaysBefore: "Jours de préparation avant",
  preparationDaysAfter: "Jours de préparation après",
  securityDeposit: "Caution",
  asksInsurance: "Demander une attestation d’assurance",
  minimumNoticeDays: "Délai minimum",
  furthestDays: "Date la plus lointaine",
  seoTitle: "Titre pour les moteurs de recherche",
  seoDescription: "Description pour les moteurs de recherche",
}
