import type { OptionUnit } from "../domain/pricing/options.ts"
import type { Cents } from "../domain/money.ts"

export type Picture = { file: string; alt: string }

export type SeedManualSection = { title: string; content: string; picture: Picture | null }

type OptionTerms = {
  name: string
  description: string
  price: Cents
  unit: OptionUnit
  quantityStep: number
  minQuantity: number
  maxQuantity: number | null
  staysWithClient?: boolean
  isOnce?: boolean
  choiceGroup?: string
}

export type SeedSubOption = OptionTerms

export type SeedOption = OptionTerms & { picture: Picture | null; subOptions: readonly SeedSubOption[] }

export type SeedProduct = {
  slug: string
  name: string
  description: string
  price: Cents
  picture: Picture
  features: readonly string[]
  isActive: boolean
  photoPackPrice: Cents
  photoPackQuantity: number
  includedPhotos: number
  stock: number
  preparationDaysBefore: number
  preparationDaysAfter: number
  securityDeposit: Cents
  minimumNoticeDays: number
  furthestDays: number | null
  instantBooking?: boolean
  instantNoticeDays?: number
  /** Round trip. */
  instantMaximumKm?: number
  instantMaximumTotal?: Cents
  seoTitle: string
  seoDescription: string
  createdDaysAgo: number
  manual: readonly SeedManualSection[]
  options: readonly SeedOption[]
}
