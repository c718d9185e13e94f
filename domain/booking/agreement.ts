import type { CancellationTier } from "../finance/cancellation-labels.ts"
import { paymentReference } from "../finance/payment-reference.ts"
import type { Cents } from "../money.ts"

/**
 * What both sides agree on beside the price. Percentages of the total, days before the first day, cents, and basis
 * points for the VAT rate (2000 is 20 %).
 */
export type Terms = {
  downPaymentPercent: number
  balanceDaysBefore: number
  /** What a cancellation gives back (D29, D53). */
  cancellationTiers: readonly CancellationTier[]
  /** 0, or at least 14 (D45). */
  withdrawalDays: number
  /** Of the product: an authorisation, never a charge (D27). */
  securityDeposit: Cents
  vatMode: "franchise" | "included"
  vatRate: number
  vatOnDebits: boolean
}

/** The terms of a booking as they were when it was confirmed: no later change of a setting touches them. */
export type Agreement = Terms & {
  /** That of this shape. */
  version: 1
  /** What a transfer is made out to. */
  transfer: {
    iban: string | null
    /** Absent from what was agreed before the company said its bank. */
    bic?: string | null
    reference: string
  }
}

/** Where the terms of today come from: the owner's settings and the product. */
export type TermsOfToday = Omit<Terms, "securityDeposit"> & { iban: string | null; bic: string | null }

export function agreementFor(
  { number, securityDeposit }: { number: number; securityDeposit: Cents },
  today: TermsOfToday,
): Agreement {
  const { downPaymentPercent, balanceDaysBefore, cancellationTiers, withdrawalDays } = today
  const { vatMode, vatRate, vatOnDebits, iban, bic } = today
  return {
    version: 1,
    downPaymentPercent,
    balanceDaysBefore,
    cancellationTiers,
    withdrawalDays,
    securityDeposit,
    vatMode,
    vatRate,
    vatOnDebits,
    transfer: { iban, bic, reference: paymentReference(number) },
  }
}

/** The terms that hold for a booking: what was agreed, and what is offered today while nothing is. */
export function termsOf(
  booking: { number: number; agreement: Agreement | null; securityDeposit: Cents },
  today: TermsOfToday,
): Agreement {
  return booking.agreement ?? agreementFor(booking, today)
}
