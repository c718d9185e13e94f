import type { EventSearch } from "../../../domain/catalog/event-search.ts"
import type { Day } from "../../../domain/day.ts"
import type { DeliveryQuote } from "../../../domain/delivery/delivery.ts"
import type { VatMode } from "../../../domain/finance/vat-wording.ts"
import type { StartingPrice } from "../../../domain/pricing/rate-plan.ts"
import type { RequestedDay } from "../kit/availability-labels.ts"

export type EmbedView = {
  companyName: string
  /** null for the default coral. */
  accent: string | null
  vatMode: VatMode
  today: Day
  /** null when it is not for rent. */
  product: {
    id: string
    name: string
    from: StartingPrice
    search: EventSearch
    requested: RequestedDay | null
    delivery: DeliveryQuote | null
  } | null
}
