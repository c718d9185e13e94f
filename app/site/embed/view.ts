import type { EventSearch } from "../../../domain/catalog/event-search.ts"
import type { Day } from "../../../domain/day.ts"
import type { DeliveryQuote } from "../../../domain/delivery/delivery.ts"
import type { VatMode } from "../../../domain/finance/vat-wording.ts"
import type { Cents } from "../../../domain/money.ts"
import type { AskedDay } from "../kit/availability-labels.ts"

/** What the frame on another site shows: one product, for a date and a place. */
export type EmbedView = {
  companyName: string
  /** The address of the company's own colour as a stylesheet; null: the house's coral. */
  accent: string | null
  vatMode: VatMode
  today: Day
  /** Null: not there any more, or not for rent. */
  product: {
    id: string
    name: string
    /** A day, in cents. */
    price: Cents
    search: EventSearch
    asked: AskedDay | null
    /** For the postcode of the search. */
    delivery: DeliveryQuote | null
  } | null
}
