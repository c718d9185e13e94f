import type { Cents } from "../domain/money.ts"
import type { ClaimName } from "../domain/content/claims.ts"
import type { Day } from "../domain/day.ts"
import type { Picture } from "./catalogue-types.ts"

export type CompanyIcon = "camera" | "image" | "aperture"

/** Refund in percent of what was paid, when cancelled at least so many days before the event. */
export type CancellationTier = { daysBefore: number; refundPercent: number }

/** Every column of the site's configuration; pictures by their file. */
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
  /** Null: the house's own coral. */
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
  /** Which of these are nobody's yet (D51). */
  exampleClaims: ClaimName[]
  legalForm: string
  shareCapital: string
  vatNumber: string
  publicationDirector: string
  mediatorName: string
  mediatorUrl: string
  insurance: string
}

/** Distances in kilometres of round trip (D6, D11, D27, D29, D33). */
export type FinanceSettings = {
  deliveryFeePerKm: Cents
  freeDeliveryThreshold: number
  /** Null: delivered wherever. */
  maximumDeliveryDistance: number | null
  warehouseStreet: string
  warehouseZipCode: string
  warehouseCity: string
  warehouseLat: number
  warehouseLng: number
  vatMode: "franchise" | "included"
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
  /** Stars, 1 to 5. */
  rating: number
  daysAgo: number
  text: string
  picture: Picture
  isExample: true
}

export type AboutPage = { title: string; content: string; picture: Picture | null }

export type CarouselPicture = Picture & { caption: string }

export type ServicesPage = { title: string; content: string; carousel: readonly CarouselPicture[] }
