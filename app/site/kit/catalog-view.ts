import type { DaySummary } from "../../../domain/availability/calendar.ts"
import type { InstantTerms } from "../../../domain/booking/instant.ts"
import type { EventSearch } from "../../../domain/catalog/event-search.ts"
import type { Day } from "../../../domain/day.ts"
import type { DeliveryQuote } from "../../../domain/delivery/delivery.ts"
import type { StartingPrice } from "../../../domain/pricing/rate-plan.ts"
import type { DayAvailability } from "../../../server/availability/queries.ts"
import type { Picture } from "../../ui/photo.tsx"

export type ProductCardView = {
  id: string
  name: string
  description: string
  from: StartingPrice
  features: string[]
  /** null until the owner has entered it. */
  includedPhotos: number | null
  picture: Picture | null
  /** null where nobody is confirmed at once (D67). */
  instant: InstantTerms | null
  /** null when no date was requested. */
  answer: DayAvailability | null
}

export type CatalogView = {
  search: EventSearch
  today: Day
  /** null when they could not be read. */
  products: ProductCardView[] | null
  /** From 1. */
  page: number
  pages: number
  /** null when no date was requested. */
  daySummary: DaySummary | null
  /** True whatever the search, unlike an empty list of products. */
  isCatalogEmpty: boolean
  delivery: DeliveryQuote | null
}

export type TestimonialView = {
  id: string
  author: string
  /** 1 to 5. */
  rating: number
  day: Day
  text: string
  picture: Picture | null
  /** Invented; the page must say so (D22). */
  isExample: boolean
}
