import { expect, test } from "vitest"
import { paymentReference } from "../finance/payment-reference.ts"
import { agreementFor, termsOf } from "./agreement.ts"

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

test("an agreement is today's terms with the product's security deposit, and what a transfer is made out to", () => {
  const { iban, bic, ...terms } = today
  expect(agreementFor({ number: 1042, securityDeposit: 80_000 }, today)).toEqual({
    version: 1,
    ...terms,
    securityDeposit: 80_000,
    transfer: { iban, bic, reference: paymentReference(1042) },
  })
})

test("what was agreed holds whatever the settings say since; a booking without an agreement reads today's", () => {
  const booking = { number: 1042, securityDeposit: 80_000 }
  const agreement = agreementFor(booking, { ...today, downPaymentPercent: 30 })
  expect(termsOf({ ...booking, securityDeposit: 1, agreement }, today)).toBe(agreement)
  expect(termsOf({ ...booking, agreement: null }, today)).toEqual(agreementFor(booking, today))
})
