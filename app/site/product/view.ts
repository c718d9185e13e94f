import type { GalleryPictureView } from "./gallery.tsx"
import type { CustomerDay } from "../../../domain/availability/calendar.ts"
import type { EventSearch } from "../../../domain/catalog/event-search.ts"
import type { Day, Month } from "../../../domain/day.ts"
import type { DeliveryQuote } from "../../../domain/delivery/delivery.ts"
import type { Cents } from "../../../domain/money.ts"
import type { OptionUnit } from "../../../domain/pricing/options.ts"
import type { DayAnswer, ProductCardView } from "../kit/catalog-view.ts"

export type OfferedOption = { id: string; name: string; description: string; price: Cents; unit: OptionUnit }

/** Everything that the page of one product shows. */
export type ProductDetailView = Omit<ProductCardView, "answer"> & {
  manualUrl: string | null
  gallery: readonly GalleryPictureView[]
  /** Zero: none is asked. */
  securityDeposit: Cents
  photoPack: { price: Cents; quantity: number }
  /** Without the photo packs, which have a line of their own (D5). */
  options: (OfferedOption & { subOptions: OfferedOption[] })[]
  /** Days with a confirmed booking, today or later. */
  confirmedDays: Day[]
  /** More than one: a booked day may have another machine left. */
  units: number
  month: MonthView
  /** The date and the place, as they were typed. */
  search: EventSearch
  /** What the search asked before it led here. */
  asked: { day: Day; answer: DayAnswer } | null
  /** To the place of the search. */
  delivery: DeliveryQuote | null
}

/** One sheet of the calendar, and how far it can be turned. */
export type MonthView = {
  month: Month
  earliest: Month
  latest: Month
  today: Day
  /** The 42 days of the sheet, Monday first. */
  days: { day: Day; state: CustomerDay }[]
}
