import type { ChangeLine } from "../../../../domain/booking/change-lines.ts"
import type { EventStart } from "../../../../domain/booking/event-start.ts"
import type { Day } from "../../../../domain/day.ts"
import type { InstalmentRow } from "../../../../domain/finance/payment.ts"
import type { VatMode } from "../../../../domain/finance/vat-wording.ts"
import type { Cents } from "../../../../domain/money.ts"
import type { NamedRental } from "../../../../domain/rental/rental.ts"
import type { SigningTerms } from "../../../../server/contracts/signing-terms.ts"
import type { HomeQuestion } from "../../kit/home-fields.tsx"
import type { SafeHtml } from "../../../../isomorphic/safe-html.ts"

export type SigningView = {
  number: number
  now: Date
  contract: { id: string; version: number; sha256: string; html: SafeHtml; pdf: string | null; text: string }
  /** null when nobody was mailed: no deadline runs. */
  dueAt: Date | null
  change: { lines: readonly ChangeLine[]; totalBefore: Cents; total: Cents } | null
  summary: {
    rentals: readonly (NamedRental & { equipment: readonly string[]; when: string })[]
    isDelivery: boolean
    /** Delivery address. */
    place: string
    warehouse: string | null
    at: Date
    total: Cents
    vatMode: VatMode
    /** Remaining amounts only. */
    instalments: readonly InstalmentRow[]
    securityDeposit: Cents
    withdrawUntil: Day | null
    isConsumer: boolean
  }
  /** Asked before anything is signed (D70); null when it is known. */
  homeQuestion: HomeQuestion | null
  /** Asked until it is known and the delivery comes in time (D61); null with pick-up. */
  eventStart: EventStart | null
  ticksNeeded: boolean
  terms: SigningTerms["terms"]
  /** A null `codeUntil` means that no valid code has been sent. */
  proof: { by: "link" } | { by: "code"; email: string; proved: boolean; codeUntil: Date | null }
  back: string
}
