import type { CancellationTier } from "../domain/finance/cancellation-labels.ts"
import type { VatMode } from "../domain/finance/vat-wording.ts"
import type { Cents } from "../domain/money.ts"
import type { ClaimName } from "../domain/content/claims.ts"
import type { Day } from "../domain/day.ts"
import type { Picture } from "./catalogue-types.ts"

type CompanyIcon = "camera" | "image" | "aperture"

export type SiteConfiguration = {
  heroTitle: string
  heroDescription: string
  heroPicture: Picture
  companyName: string
  companyLogo: Picture | null
  companyIcon: CompanyIcon
  companyAddress: string
  companyPhone: string
  companyEmail: string
  companySiret: string
  companyRcs: string
  googleBusinessId: string
  instagramUrl: string
  siteTitle: string
  siteDescription: string
  accentColor: string | null
  hostingNotice: string
  ratingLabel: string
  phoneHelp: string
  setupTime: string
  opensAt: string
  closesAt: string
  accessibilityPercent: number
  accessibilityAuditedOn: Day | null
  accessibilityAuditedBy: string
  exampleClaims: ClaimName[]
  legalForm: string
  shareCapital: string
  vatNumber: string
  publicationDirector: string
  mediatorName: string
  mediatorUrl: string
  insurance: string
}

export type FinanceSettings = {
  deliveryFeePerKm: Cents
  freeDeliveryThreshold: number
  maximumDeliveryDistance: number | null
  warehouseStreet: string
  warehouseZipCode: string
  warehouseCity: string
  warehouseLat: number
  warehouseLng: number
  vatMode: VatMode
  /** Basis points: 2000 is 20 %. */
  vatRate: number
  vatOnDebits: boolean
  downPaymentPercent: number
  balanceDaysBefore: number
  cancellationTiers: readonly CancellationTier[]
  withdrawalDays: number
  pendingExpiryDays: number
  iban: string
}

export type Testimonial = {
  author: string
  rating: number
  daysAgo: number
  text: string
  picture: Picture
  isExample: true
}

export type AboutPage = { title: string; content: string; picture: Picture | null }

type CarouselPicture = Picture & { caption: string }

export type ServicesPage = { title: string; content: string; carousel: readonly CarouselPicture[] }
