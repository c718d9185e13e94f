import { expect, test } from "vitest"
import { refundName } from "./payment.ts"
import { depositLabel, paymentLabel } from "./payment-label.ts"
import { SECURITY_DEPOSIT_TERMS, securityDepositLabel } from "./security-deposit.ts"
import { isAboutClosing } from "./takings.ts"

test("a refund is named by its reason, else by its kind", () => {
  expect(refundName({ kind: "indemnity", reason: "interest" })).toBe("Intérêts")
  expect(refundName({ kind: "refund", reason: "goodwill" })).toBe("Geste commercial")
  expect(refundName({ kind: "indemnity", reason: "cancelled" })).toBe("Indemnité")
  expect(refundName({ kind: "refund", reason: "cancelled" })).toBe("Remboursement")
})

test("a payment and a deposit are named by their booking, within the provider's limit", () => {
  expect(paymentLabel(1042, "Photomaton bois")).toBe("Réservation n°\u00a01042, Photomaton bois")
  expect(depositLabel(1042, "Photomaton bois")).toBe("Caution, réservation n°\u00a01042, Photomaton bois")
  for (const label of [paymentLabel, depositLabel]) expect(label(1, "a".repeat(300))).toHaveLength(200)
})

test("a deposit is explained where it is required, and only there", () => {
  expect(securityDepositLabel(30_000)).toBe(`Caution de 300\u202f€\u00a0: ${SECURITY_DEPOSIT_TERMS}`)
  expect(securityDepositLabel(0)).toBeNull()
})

test("a finding of the register check concerns an entry or a closing", () => {
  expect([isAboutClosing("closing-gap"), isAboutClosing("gap"), isAboutClosing("source-missing")]).toEqual([
    true,
    false,
    false,
  ])
})
