import type { AdjustmentKind } from "../../../../domain/pricing/adjustment-kind.ts"
import type { Refusal } from "../../../http/refusal.ts"
import type { QuoteOrigin } from "../../kit/quotes/quotes-url.ts"
import type { NewBookingClient, NewBookingView } from "../../bookings/order/view.ts"

export type LineRow = { id: string; kind: AdjustmentKind; name: string; amount: string }
export type ExtraRow = { id: string; label: string; amount: string }

export type QuoteTermsView = {
  promoCode: string
  lines: readonly LineRow[]
  extras: readonly ExtraRow[]
  message: string
  validUntil: string
  keepUntil: string
}

export type QuoteFormView = {
  /** null for a new one. */
  number: string | null
  /** Number in the URL, or "nouvelle". */
  rental: string
  origin: QuoteOrigin
  client: NewBookingClient
  /** The reader of a sent version stays. */
  isReaderFixed: boolean
  products: NewBookingView["products"]
  product: NewBookingView["product"]
  /** The other rentals of the quote. */
  others: readonly { position: number; name: string; when: string }[]
  validityDays: number
  order:
    | (Omit<NonNullable<NewBookingView["order"]>, "homeTick" | "company" | "confirm"> &
        QuoteTermsView & {
          /** Instant of the version that the form shows; empty for a new quote. */
          loadedVersion: string
        })
    | null
}

export type QuoteFormRefusal = Refusal & { quote?: QuoteFormView }
