import type { DaySummary } from "../../../server/availability/queries.ts"
import type { CustomerDay } from "../../../domain/availability/calendar.ts"
import type { EventSearch } from "../../../domain/catalog/event-search.ts"
import type { Day } from "../../../domain/day.ts"
import type { DeliveryQuote } from "../../../domain/delivery/delivery.ts"
import type { Cents } from "../../../domain/money.ts"
import type { Picture } from "../../ui/photo.tsx"

/** Free on the day that was asked for, or else the nearest days that are. */
export type DayAnswer =
  | { free: true }
  | { free: false; why: Exclude<CustomerDay, "free">; nearest: Day[]; opensOn?: Day }

export type ProductCardView = {
  id: string
  name: string
  description: string
  /** A day, in cents, tax included. */
  price: Cents
  features: string[]
  /** Printed photos in the price; null while the owner has not said. */
  includedPhotos: number | null
  picture: Picture | null
  /** Null while no date was asked for. */
  answer: DayAnswer | null
}

/** What the home page, the catalogue and the choice of a product show of the shop. */
export type CatalogView = {
  search: EventSearch
  today: Day
  /** Those of one page; null when they could not be read. */
  products: ProductCardView[] | null
  /** Counted from 1. */
  page: number
  pages: number
  /** Null while no date was asked for. */
  onDay: DaySummary | null
  /** The catalogue has nothing at all, whatever was looked for. */
  nothingYet: boolean
  /** For the postcode of the search. */
  delivery: DeliveryQuote | null
}

export type TestimonialView = {
  id: string
  author: string
  /** 1 to 5 */
  rating: number
  day: Day
  text: string
  picture: Picture | null
  /** Invented, to show what the page looks like: it says so (D22). */
  isExample: boolean
}
