import type { NextPayment } from "../../../../../domain/finance/next-payment.ts"
import type { InstalmentKind, InstalmentRow } from "../../../../../domain/finance/payment.ts"
import type { Cents } from "../../../../../domain/money.ts"
import type { RentalPeriod } from "../../../../../domain/rental/rental.ts"
import type { CardView, TransferView } from "../view.ts"

/** Visible to anyone with the link: contains neither place nor customer. */
export type PaymentView = {
  number: number
  productName: string
  when: RentalPeriod
  companyName: string
  signed: boolean
  ended: boolean
  paid: Cents
  /** Deducted from the price (L214-2). */
  interest: Cents
  next: (NextPayment & { kind: InstalmentKind | null }) | null
  later: readonly InstalmentRow[]
  card: CardView
  isDemonstration: boolean
  transfer: TransferView | null
  /** null when no card is needed. */
  depositConsent: { amount: Cents; text: string } | null
  consented: boolean
}
