import type { CancellationTier } from "../finance/cancellation-labels.ts"
import { paymentReference } from "../finance/payment-reference.ts"
import type { VatMode } from "../finance/vat-wording.ts"
import type { Cents } from "../money.ts"

export type Terms = {
  downPaymentPercent: number
  balanceDaysBefore: number
  cancellationTiers: readonly CancellationTier[]
  withdrawalDays: number
  securityDeposit: Cents
  vatMode: VatMode
  vatRate: number
  vatOnDebits: boolean
}

/** A snapshot at confirmation, which later settings never change. */
export type Agreement = Terms & {
  version: 1
  transfer: {
    iban: string | null
    bic?: string | null
    reference: string
  }
}

export type CurrentTerms = Omit<Terms, "securityDeposit"> & { iban: string | null; bic: string | null }

export function agreementFor(
  { number, securityDeposit }: { number: number; securityDeposit: Cents },
  currentTerms: CurrentTerms,
): Agreement {
  return agreementOn(termsFor(securityDeposit, currentTerms), { number, ...currentTerms })
}

export function agreementOn(
  terms: Terms,
  { number, iban, bic }: { number: number } & Pick<CurrentTerms, "iban" | "bic">,
): Agreement {
  return { version: 1, ...terms, transfer: { iban, bic, reference: paymentReference(number) } }
}

export function termsFor(securityDeposit: Cents, currentTerms: CurrentTerms): Terms {
  const { downPaymentPercent, balanceDaysBefore, cancellationTiers, withdrawalDays } = currentTerms
  const { vatMode, vatRate, vatOnDebits } = currentTerms
  return {
    downPaymentPercent,
    balanceDaysBefore,
    cancellationTiers,
    withdrawalDays,
    securityDeposit,
    vatMode,
    vatRate,
    vatOnDebits,
  }
}

export function effectiveTerms(
  booking: { number: number; agreement: Agreement | null; securityDeposit: Cents },
  currentTerms: CurrentTerms,
): Agreement {
  return booking.agreement ?? agreementFor(booking, currentTerms)
}
