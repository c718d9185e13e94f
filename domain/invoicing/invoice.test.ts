import { expect, test } from "vitest"
import { type InvoiceKind, invoiceAmountLabel } from "./invoice.ts"

test.each<[InvoiceKind, number, number, string]>([
  ["final", 15_600, 10_920, "156\u202f€, soit un solde de 109,20\u202f€ après acompte"],
  ["final", 15_600, 0, "156\u202f€, soit un solde de 0\u202f€ après acompte"],
  ["final", 15_600, 15_600, "156\u202f€"],
  ["down-payment", 4_680, 4_680, "46,80\u202f€"],
  ["credit-note", 15_600, 10_920, "-109,20\u202f€"],
])("a %s of %i cents that adds %i reads “%s”", (kind, total, amount, label) => {
  expect(invoiceAmountLabel({ kind, total, amount })).toBe(label)
})
