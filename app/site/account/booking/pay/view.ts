import type { NextPayment } from "../../../../../domain/finance/next-payment.ts"
import type { InstalmentKind, InstalmentRow } from "../../../../../domain/finance/payment.ts"
import type { Cents } from "../../../../../domain/money.ts"
import type { RentalPeriod } from "../../../../../domain/rental/rental.ts"
import type { TransferView } from "../view.ts"

/** How a card can be used here: for real, as a demonstration, or not at all. */
export type CardView = "real" | "demonstration" | "none"

/** What anyone who holds the link may see of a booking: what is to be paid, and nothing of where and for whom. */
export type PaymentView = {
  number: number
  productName: string
  when: RentalPeriod
  companyName: string
  signed: boolean
  ended: boolean
  /** The money that came in. */
  paid: Cents
  /** Taken off beside it (L214-2). */
  interest: Cents
  next: (NextPayment & { kind: InstalmentKind | null }) | null
  later: readonly InstalmentRow[]
  card: CardView
  /** It has play money: no real money is asked for (D73). */
  isDemonstration: boolean
  transfer: TransferView | null
  /** What anyone who pays may agree to: that the card is kept for the deposit. Null where no card is asked for. */
  depositConsent: string | null
  /** It was agreed to with the payment that is tried again. */
  consented: boolean
}
