import type { ProductKind } from "../../../../domain/catalog/product-kinds.ts"
import type { BundleView } from "./bundle-parts.tsx"
import type { GalleryView } from "./gallery.tsx"
import type { Flash } from "../../kit/flash.ts"
import type { StillBookedView } from "../../kit/catalog/still-booked-notice.tsx"
import type { UnitState } from "../../kit/catalog/unit-state.ts"
import type { EditRefusal, StoredPicture } from "../../kit/edit-refusal.ts"

/** Texts as typed: euros with a comma. */
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
  instantNoticeDays: string
  instantMaximumKm: string
  instantMaximumTotal: string
  seoTitle: string
  seoDescription: string
}

export type UnitLine = {
  number: number
  label: string | null
  serialNumber: string | null
  since: string | null
  state: UnitState
  isRetired: boolean
  /** That have not ended. */
  repairs: number
}

export type PlanLine = {
  /** null for the usual way by the day. */
  id: string | null
  name: string
  summary: string
  state: "on-sale" | "off" | "no-price"
}

export type ProductView = {
  kind: ProductKind
  /** null unless it is a saved bundle. */
  bundle: BundleView | null
  /** Empty while unsaved. */
  id: string
  version: string
  texts: ProductTexts
  features: readonly string[]
  isActive: boolean
  asksInsurance: boolean
  needsInstaller: boolean
  needsHost: boolean
  instantBooking: boolean
  isArchived: boolean
  bookings: number
  picture: StoredPicture | null
  upload: { hint: string; accept: string }
  gallery: GalleryView
  units: readonly UnitLine[]
  /** An accessory has none. */
  plans: readonly PlanLine[]
  /** Page URL and site name for the preview of a search result. */
  searchResult: { address: string; siteName: string }
  flash: Flash | null
}

export type ProductRefusal = EditRefusal & { stock?: StillBookedView }

export const productLabels: Record<string, string> = {
  kind: "Type",
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
  includedPhotos: "Tirages inclus",
  stock: "Stock",
  preparationDaysBefore: "Jours de préparation avant",
  preparationDaysAfter: "Jours de préparation après",
  securityDeposit: "Caution",
  asksInsurance: "Demander une attestation d’assurance",
  needsInstaller: "Quelqu’un l’installe avant l’événement",
  needsHost: "Quelqu’un l’anime pendant l’événement",
  minimumNoticeDays: "Délai minimum",
  furthestDays: "Date la plus lointaine",
  instantBooking: "Confirmer immédiatement les demandes",
  instantNoticeDays: "Délai, au moins",
  instantMaximumKm: "Distance, au plus",
  instantMaximumTotal: "Montant, au plus",
  seoTitle: "Titre pour les moteurs de recherche",
  seoDescription: "Description pour les moteurs de recherche",
}
