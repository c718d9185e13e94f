import type { GalleryPictureView } from "./gallery.tsx"
import type { DayPart } from "../../../domain/availability/day-part.ts"
import type { CustomerDay } from "../../../domain/availability/calendar.ts"
import type { EventSearch } from "../../../domain/catalog/event-search.ts"
import type { Day, Month } from "../../../domain/day.ts"
import type { DeliveryQuote } from "../../../domain/delivery/delivery.ts"
import type { Cents } from "../../../domain/money.ts"
import type { OptionUnit } from "../../../domain/pricing/options.ts"
import type { Picture } from "../../ui/photo.tsx"
import type { DayAvailability } from "../../../server/availability/queries.ts"
import type { ProductCardView } from "../kit/catalog-view.ts"

export type OfferedOption = {
  id: string
  parentId: string | null
  name: string
  description: string
  price: Cents
  unit: OptionUnit
  isOnce: boolean
  choiceGroup: string
  picture: Picture | null
  subOptions: OfferedOption[]
}

export type ProductDetailView = Omit<ProductCardView, "answer"> & {
  /** Empty where whole days at the daily price are the only way. */
  plans: PlanView[]
  /** The rules on its prices, as sentences (D64). */
  tariffs: string[]
  /** The contents of a bundle. */
  parts: string[]
  manualUrl: string | null
  gallery: readonly GalleryPictureView[]
  /** 0 when none is required. */
  securityDeposit: Cents
  photoPack: { price: Cents; quantity: number }
  /** Without the photo packs (D5). */
  options: OfferedOption[]
  /** From today on. */
  confirmedDays: Day[]
  /** With several, a booked day may have a machine left. */
  units: number
  month: MonthView
  search: EventSearch
  requested: { day: Day; answer: DayAvailability } | null
  delivery: DeliveryQuote | null
}

export type PlanView = { id: string | null; name: string; sentence: string; includes: readonly string[]; price: string }

export type MonthView = {
  month: Month
  earliest: Month
  latest: Month
  today: Day
  /** 42 days, Monday first. */
  days: { day: Day; state: CustomerDay; part: DayPart | null; plan: string | null }[]
}
