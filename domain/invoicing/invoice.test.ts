import type { InvoiceKind } from "../finance/invoice-kind.ts"
import { expect, test } from "vitest"
import { invoiceAmountLabel, isOutdatedInvoice } from "./invoice.ts"
import { facts, lines } from "./invoice.fixture.ts"
import { finalInvoice } from "./write-invoice.ts"

test.each<[InvoiceKind, number, number, string]>([
  ["final", 15_600, 10_920, "156\u202f€, soit un solde de 109,20\u202f€ après acompte"],
  ["final", 15_600, 0, "156\u202f€, soit un solde de 0\u202f€ après acompte"],
  ["final", 15_600, 15_600, "156\u202f€"],
  ["down-payment", 4_680, 4_680, "46,80\u202f€"],
  ["credit-note", 15_600, 10_920, "−109,20\u202f€"],
])("an invoice (%s) of %i cents that adds %i reads “%s”", (kind, total, amount, label) => {
  expect(invoiceAmountLabel({ kind, total, amount })).toBe(label)
})

test("an invoice is outdated once the days, lines or place of the rental change", () => {
  const invoice = (total: number) => finalInvoice(facts, { lines, total, deductions: [], received: [], interest: 0 })
  const rental = { days: facts.booking.days, lines, delivery: facts.delivery }
  const [final, lowered] = [invoice(44_400), invoice(40_000)]
  for (const each of [final, lowered]) expect(isOutdatedInvoice(each, rental)).toBe(false)
  const counted = { ...final, lines: final.lines.map((line) => ({ ...line, label: `${line.label} × 2` })) }
  expect(isOutdatedInvoice(counted, rental)).toBe(false)
  const [machine, delivery] = lines
  if (!machine || !delivery) throw new Error("There are two lines")
  const others = [
    { ...rental, days: ["2027-03-27"] as const },
    { ...rental, delivery: null },
    { ...rental, delivery: { street: "4 rue Royale", zipCode: "77300", city: "Fontainebleau" } },
    { ...rental, lines: [machine, { ...delivery, label: "Retour" }] },
    {
      ...rental,
      lines: [
        { ...machine, amount: 24_000 },
        { ...delivery, amount: 20_400 },
      ],
    },
    { ...rental, lines: [...lines, { label: "Offert", amount: 0 }] },
    { ...rental, lines: [machine] },
  ]
  for (const other of others) for (const each of [final, lowered]) expect(isOutdatedInvoice(each, other)).toBe(true)
})
