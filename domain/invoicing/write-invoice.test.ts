import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { dayMedium } from "../day-labels.ts"
import { company, facts, franchise, lines } from "./invoice.fixture.ts"
import {
  chargedAmount,
  invoiceName,
  invoiceNumber,
  parseInvoiceNumber,
  invoiceTitle,
  isInvoiceNumber,
  amountDue,
  invoiceSeries,
  sumAmounts,
} from "./invoice.ts"
import { creditNote, toDeduction, downPaymentInvoice, finalInvoice, cancellationInvoice } from "./write-invoice.ts"

const transfer = (amount: number, on: `${number}-${number}-${number}` = "2026-11-22") =>
  ({ on, means: "transfer", amount }) as const

describe("the lines of an invoice", () => {
  test("a down payment is one line, paid on the invoice's date", () => {
    const invoice = downPaymentInvoice(facts, 13_320, [transfer(13_320)])
    expect(invoice).toMatchObject({ kind: "down-payment", net: 11_100, vatAmount: 2_220, total: 13_320 })
    expect(invoice.lines).toEqual([
      {
        label: "Acompte sur la location de Photomaton bois",
        detail: "samedi 20 mars 2027",
        amount: 13_320,
        net: 11_100,
      },
    ])
    expect(amountDue(invoice)).toBe(0)
  })

  test("an invoice names the latest payments that make up its sum", () => {
    const invoice = downPaymentInvoice(facts, 5_000, [transfer(10_000, "2026-11-01"), transfer(4_000, "2026-12-01")])
    expect(invoice.received).toEqual([transfer(1_000, "2026-11-01"), transfer(4_000, "2026-12-01")])
  })

  test("an invoice does not name a payment beyond its sum", () => {
    const invoice = downPaymentInvoice(facts, 4_000, [transfer(10_000, "2026-11-01"), transfer(4_000, "2026-12-01")])
    expect(invoice.received).toEqual([transfer(4_000, "2026-12-01")])
  })

  test("the amount retained of a cancelled rental is one line with its reason", () => {
    const invoice = cancellationInvoice(facts, 13_320, [transfer(13_320)])
    expect(invoice.lines).toEqual([
      {
        label: "Annulation de la location de Photomaton bois",
        detail: "samedi 20 mars 2027",
        amount: 13_320,
        net: 11_100,
      },
    ])
    expect(invoice.notes.map(({ code, text }) => `${code} ${text}`)).toEqual([
      "REG Prestation de services. TVA exigible à l’encaissement.",
      "REG Somme conservée à l’annulation, selon les conditions acceptées à la signature.",
      "AAB Pas d’escompte pour paiement anticipé.",
    ])
    expect(downPaymentInvoice(facts, 13_320, []).notes.map(({ code }) => code)).toEqual(["REG", "AAB"])
  })

  test("the final invoice counts payments that its down payments do not cover", () => {
    const deductions = [toDeduction("F-2026-0187", downPaymentInvoice(facts, 13_320, []))]
    const received = [transfer(13_320, "2026-11-22"), transfer(31_080, "2027-03-01")]
    const invoice = finalInvoice(facts, { lines, total: 44_400, deductions, received, interest: 0 })
    expect(invoice.received).toEqual([transfer(31_080, "2027-03-01")])
    expect(invoice.lines).toHaveLength(lines.length)
    const less = finalInvoice(facts, { lines, total: 39_400, deductions: [], received: [], interest: 0 })
    expect(less.lines.at(-1)?.detail).toBe("")
  })

  test("a credit note names its invoice, under that invoice's VAT", () => {
    const note = creditNote(downPaymentInvoice(facts, 13_320, []), { number: "F-2026-0187", issuedOn: "2027-03-02" })
    expect(note.notes.map(({ code, text }) => `${code} ${text}`)).toEqual([
      `REG Cet avoir annule en totalité la facture F-2026-0187 du ${dayMedium(facts.issuedOn)}.`,
      "REG Prestation de services. TVA exigible à l’encaissement.",
    ])
  })

  test("the final invoice has the price's lines and deducts the down payment", () => {
    const down = downPaymentInvoice({ ...facts, issuedOn: "2026-11-22" }, 13_320, [transfer(13_320)])
    const deductions = [toDeduction("F-2026-0187", down)]
    const invoice = finalInvoice(facts, { lines, total: 44_400, deductions, received: [], interest: 0 })
    expect(invoice).toMatchObject({ net: 37_000, vatAmount: 7_400, total: 44_400 })
    expect(invoice.deductions).toEqual([
      { number: "F-2026-0187", issuedOn: "2026-11-22", total: 13_320, net: 11_100, vat: 2_220 },
    ])
    expect(chargedAmount(invoice)).toBe(31_080)
    expect(amountDue(invoice)).toBe(31_080)
  })

  test("a price reduction is a negative line", () => {
    const invoice = finalInvoice(facts, { lines, total: 39_400, deductions: [], received: [], interest: 0 })
    expect(invoice.lines.at(-1)).toMatchObject({ label: "Remise, remboursée", amount: -5_000 })
    expect(sumAmounts(invoice.lines.map(({ net }) => net))).toBe(invoice.net)
  })

  test("an invoice that would deduct more than its total is not issued", () => {
    const deductions = [toDeduction("F-2026-0187", downPaymentInvoice(facts, 50_000, []))]
    expect(() => finalInvoice(facts, { lines, total: 44_400, deductions, received: [], interest: 0 })).toThrow(
      /deducts/,
    )
  })

  test("a credit note mirrors its invoice, line by line", () => {
    const deductions = [toDeduction("F-2026-0187", downPaymentInvoice(facts, 13_320, []))]
    const invoice = finalInvoice(facts, {
      lines,
      total: 44_400,
      deductions,
      received: [transfer(31_080)],
      interest: 12,
    })
    const note = creditNote(invoice, { number: "F-2027-0042", issuedOn: "2027-03-10" })
    const { lines: of, net, vatAmount, total, deductions: deducted, booking, buyer } = invoice
    expect(note).toMatchObject({
      kind: "credit-note",
      lines: of,
      net,
      vatAmount,
      total,
      deductions: deducted,
      booking,
      buyer,
    })
    expect(note).toMatchObject({ received: [], interest: 0, issuedOn: "2027-03-10" })
    expect(note.credits).toEqual({ number: "F-2027-0042", issuedOn: "2027-03-06", kind: "final" })
    expect(note.notes[0]?.text).toBe("Cet avoir annule en totalité la facture F-2027-0042 du 6 mars 2027.")
    expect(() => creditNote(note, { number: "A-2027-0001", issuedOn: "2027-03-10" })).toThrow(/not taken back/)
  })
})

describe("the footer of an invoice (D35, D42)", () => {
  const texts = (invoice: { notes: readonly { text: string }[] }) => invoice.notes.map(({ text }) => text).join(" ")

  test("the footer states services, whose VAT is due on payment or on debits", () => {
    expect(texts(cancellationInvoice(facts, 100, []))).toContain(
      "Prestation de services. TVA exigible à l’encaissement.",
    )
    const debits = { ...facts, vat: { ...facts.vat, vatOnDebits: true } }
    expect(texts(cancellationInvoice(debits, 100, []))).toContain(
      "Option pour le paiement de la TVA d’après les débits.",
    )
  })

  test("the footer states the exemption, and then mentions no VAT due", () => {
    const text = texts(downPaymentInvoice({ ...facts, vat: franchise }, 100, []))
    expect(text).toContain("TVA non applicable, art. L.\u00a0223 et s. du CIBS.")
    expect(text).not.toMatch(/TTC|encaissement/)
  })

  test("the footer states penalties and the recovery fee for a company only", () => {
    const codes = (invoice: { notes: readonly { code: string }[] }) => invoice.notes.map(({ code }) => code)
    expect(codes(cancellationInvoice(facts, 100, []))).toEqual(["REG", "REG", "AAB"])
    const toCompany = cancellationInvoice({ ...facts, buyer: company }, 100, [])
    expect(codes(toCompany)).toEqual(["REG", "REG", "AAB", "PMD", "PMT"])
    expect(toCompany.notes.slice(3).map(({ text }) => text)).toEqual([
      expect.stringMatching(/majoré de 10 points.*art\. L\. 441-10/),
      expect.stringMatching(/40\u202f€.*art\. D\. 441-5/),
    ])
  })

  test("the footer cites the article for interest on early payments", () => {
    const invoice = finalInvoice(facts, { lines, total: 44_400, deductions: [], received: [], interest: 365 })
    expect(texts(invoice)).toContain(
      "art. L. 214-2 du code de la consommation)\u00a0: 3,65\u202f€, que nous vous versons.",
    )
  })

  test.each([
    [365, ", déduits de votre solde."],
    [300, ", dont 3\u202f€ déduits de votre solde, et le reste que nous vous versons."],
  ])("the footer states %s cents of interest deducted from the balance", (amount, words) => {
    const received = [
      { on: "2027-02-26" as const, means: "set-off" as const, amount },
      { on: "2027-03-01" as const, means: "card" as const, amount: 44_400 - amount },
    ]
    const invoice = finalInvoice(facts, { lines, total: 44_400, deductions: [], received, interest: 365 })
    expect(texts(invoice)).toContain(`3,65\u202f€${words}`)
    expect(amountDue(invoice)).toBe(0)
  })
})

test("numbers have at least four digits, and credit notes have their own series", () => {
  expect(invoiceNumber("F", 2026, 42)).toBe("F-2026-0042")
  expect(invoiceNumber("A", 2027, 12_345)).toBe("A-2027-12345")
  expect(invoiceSeries("credit-note", { isDemonstration: false })).toBe("A")
  expect(invoiceSeries("kept", { isDemonstration: false })).toBe("F")
  expect(invoiceSeries("credit-note", { isDemonstration: true })).toBe("DEMO")
  expect(invoiceNumber("DEMO", 2027, 3)).toBe("DEMO-3")
  expect(invoiceTitle({ kind: "final", number: "F-2027-0003" })).toBe("Facture")
  expect(invoiceTitle({ kind: "credit-note", number: "DEMO-3" })).toBe("Avoir de démonstration")
  expect(["DEMO-3", "F-2027-0003"].every(isInvoiceNumber)).toBe(true)
  expect(["DEMO-0", "DEMO-", "DEMO-2027-0001", "D-2027-0001"].some(isInvoiceNumber)).toBe(false)
  expect([parseInvoiceNumber("demo 3"), parseInvoiceNumber("Demo")]).toEqual(["DEMO-3", "DEMO-"])
})

test("any invoice adds up, and its credit note cancels exactly its amount", () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 100 }), fc.boolean(), (gross, percent, isExempt) => {
      const own = isExempt ? { ...facts, vat: franchise } : facts
      const total = sumAmounts(gross)
      const paid = Math.floor((total * percent) / 100)
      const deductions = paid > 0 ? [toDeduction("F-1", downPaymentInvoice(own, paid, []))] : []
      const each = gross.map((amount, index) => ({ label: `Ligne ${index}`, detail: "", amount }))
      const invoice = finalInvoice(own, { lines: each, total, deductions, received: [], interest: 0 })
      expect(sumAmounts(invoice.lines.map(({ net }) => net))).toBe(invoice.net)
      expect(invoice.net + invoice.vatAmount).toBe(invoice.total)
      expect(chargedAmount(invoice) + sumAmounts(deductions.map((deduction) => deduction.total))).toBe(total)
      expect(chargedAmount(creditNote(invoice, { number: "F-2", issuedOn: "2027-03-10" }))).toBe(chargedAmount(invoice))
    }),
  )
})

test("an unknown kind in an older record counts as an invoice", () => {
  expect(["credit-note", "down-payment", "kept", "final", "autre", null].map(invoiceName)).toEqual([
    "Avoir",
    "Facture d’acompte",
    "Facture d’annulation",
    "Facture",
    "Facture",
    "Facture",
  ])
})

test("an invoice number is read in its exact format only", () => {
  for (const typed of ["F-2026-0033", "f-2026-0033", "F 2026 0033", " F20260033 "])
    expect(parseInvoiceNumber(typed)).toBe("F-2026-0033")
  expect(parseInvoiceNumber("a-2026-")).toBe("A-2026")
  for (const typed of ["2026-0033", "F-26", "Flipper 2026", "B-2026-0001", ""])
    expect(parseInvoiceNumber(typed)).toBeNull()
})
