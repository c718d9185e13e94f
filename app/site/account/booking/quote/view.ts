import type { ChangeLine } from "../../../../../domain/booking/change-lines.ts"
import type { Day } from "../../../../../domain/day.ts"
import type { InstalmentRow } from "../../../../../domain/finance/payment.ts"
import type { VatMode } from "../../../../../domain/finance/vat-wording.ts"
import type { Cents } from "../../../../../domain/money.ts"
import type { StoredPrice } from "../../../../../domain/pricing/stored-price.ts"
import type { QuoteExtra } from "../../../../../domain/quotes/extras.ts"
import type { NearOffer } from "../../../../../server/quotes/near-offers.ts"
import type { Picture } from "../../../../ui/photo.tsx"

export type QuoteView = {
  number: string
  version: number
  /** null for who may only look. */
  reader: { name: string; message: string; paths: { accept: string; pdf: string } } | null
  days: readonly Day[]
  validUntil: Date
  keptUntil: Day | null
  /** When it comes and goes. */
  stops: readonly { label: string; when: string }[]
  place: string
  machines: readonly { name: string; detail: string; picture: Picture | null }[]
  price: StoredPrice & { total: Cents }
  delivery: { isDelivery: boolean; zipCode: string; city: string; distanceKm: number }
  extras: readonly QuoteExtra[]
  vatMode: VatMode
  /** They pay the total without extras. */
  instalments: readonly InstalmentRow[]
  downPaymentPercent: number
  securityDeposit: Cents
  change: { since: number; lines: readonly ChangeLine[] } | null
  /** Waits for an answer. */
  changeRequest: string | null
  /** Its order, as a file, waits for an answer. */
  orderReceivedAt: Date | null
  taken: Taken | null
}

/** Somebody else has booked a machine meanwhile. */
export type Taken = { productNames: readonly string[]; near: readonly NearOffer[] }
