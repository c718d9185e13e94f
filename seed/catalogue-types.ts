import type { OptionUnit } from "../domain/pricing/options.ts"
import type { Cents } from "../domain/money.ts"

/** A file of `seed/illustrations`, and what a person who does not see it should read. */
export type Picture = { file: string; alt: string }

export type SeedManualSection = { title: string; content: string; picture: Picture | null }

type Offered = {
  name: string
  description: string
  /** For one, for one day. */
  price: Cents
  unit: OptionUnit
  quantityStep: number
  minQuantity: number
  /** Null: no maximum. */
  maxQuantity: number | null
  staysWithClient?: boolean
}

export type SeedSubOption = Offered

export type SeedOption = Offered & { picture: Picture | null; subOptions: readonly SeedSubOption[] }

export type SeedProduct = {
  /** Names the product inside the demonstration data; not stored. */
  slug: string
  name: string
  /** Its first paragraph stands alone on cards; a blank line separates it from the rest. */
  description: string
  /** A day, whole euros in cents. */
  price: Cents
  picture: Picture
  features: readonly string[]
  isActive: boolean
  photoPackPrice: Cents
  photoPackQuantity: number
  /** Printed photos in the price, for all the days of a rental. */
  includedPhotos: number
  stock: number
  preparationDaysBefore: number
  preparationDaysAfter: number
  securityDeposit: Cents
  minimumNoticeDays: number
  /** How far ahead a customer may book; null: no limit. */
  furthestDays: number | null
  seoTitle: string
  seoDescription: string
  /** Lists show the newest first. */
  createdDaysAgo: number
  manual: readonly SeedManualSection[]
  options: readonly SeedOption[]
}
