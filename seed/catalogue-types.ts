import type { ProductKind } from "../domain/catalog/product-kinds.ts"
import type { OptionUnit } from "../domain/pricing/options.ts"
import type { ClockTime } from "../domain/clock.ts"
import type { Cents } from "../domain/money.ts"

export type Picture = { file: string; alt: string }

type SeedManualSection = { title: string; content: string; picture: Picture | null }

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
  /** Slug of the accessory. */
  accessory?: string
}

type SeedSubOption = OptionTerms

export type SeedOption = OptionTerms & { picture: Picture | null; subOptions: readonly SeedSubOption[] }

/** Beside the way by the day, unless that is switched off. */
export type SeedPlan = {
  kind: "day" | "fixed" | "hours"
  name: string
  sentence: string
  includes: string[]
  price?: Cents
  weekdays?: number[]
  days?: number
  hours?: number
  startTimes?: ClockTime[]
  extraHourPrice?: Cents
  maximumExtraHours?: number
  isActive?: boolean
  steps?: number[]
  minimumDays?: number
  setUpMinutes?: number
  takeDownMinutes?: number
}

export type SeedProduct = {
  slug: string
  kind?: ProductKind
  /** Slugs of what a bundle contains. */
  parts?: readonly string[]
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
  plans?: readonly SeedPlan[]
}
