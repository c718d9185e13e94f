import type { PlanOnDay } from "../../../domain/availability/event-day.ts"
import type { CustomerDay, DaySummary } from "../../../domain/availability/calendar.ts"
import type { InstantTerms } from "../../../domain/booking/instant.ts"
import type { EventSearch } from "../../../domain/catalog/event-search.ts"
import type { Day } from "../../../domain/day.ts"
import type { DeliveryQuote } from "../../../domain/delivery/delivery.ts"
import type { Cents } from "../../../domain/money.ts"
import type { StartingPrice } from "../../../domain/pricing/rate-plan.ts"
import type { Picture } from "../../ui/photo.tsx"

export type DayAnswer =
  /** `plans` is empty where whole days are the only way; `price` is then theirs, where rules change it. */
  | { free: true; plans: PlanOnDay[]; price?: Cents }
  | { free: false; why: Exclude<CustomerDay, "free">; nearest: Day[]; opensOn?: Day }

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
  answer: DayAnswer | null
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
