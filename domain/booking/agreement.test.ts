import { expect, test } from "vitest"
import { paymentReference } from "../finance/payment-reference.ts"
import { agreementFor, effectiveTerms } from "./agreement.ts"

const today = {
  downPaymentPercent: 50,
  balanceDaysBefore: 10,
  cancellationTiers: [{ daysBefore: 0, refundPercent: 0 }],
  withdrawalDays: 14,
  vatMode: "included",
  vatRate: 2000,
  vatOnDebits: false,
  iban: "FR76",
  bic: "AGRIFRPP",
} as const

test("an agreement holds today's terms, the product's security deposit and the payee of a transfer", () => {
  const { iban, bic, ...terms } = today
  expect(agreementFor({ number: 1042, securityDeposit: 80_000 }, today)).toEqual({
    version: 1,
    ...terms,
    securityDeposit: 80_000,
    transfer: { iban, bic, reference: paymentReference(1042) },
  })
})

test("an agreement outlives later settings, and a booking without one reads today's", () => {
  const booking = { number: 1042, securityDeposit: 80_000 }
  const agreement = agreementFor(booking, { ...today, downPaymentPercent: 30 })
  expect(effectiveTerms({ ...booking, securityDeposit: 1, agreement }, today)).toBe(agreement)
  expect(effectiveTerms({ ...booking, agreement: null }, today)).toEqual(agreementFor(booking, today))
})
