import { expect, test } from "vitest"
import { journalEntry, fecAmount, fecColumns, fecRows } from "./accounting.ts"
import { facts, franchise, lines } from "./invoice.fixture.ts"
import { creditNote, toDeduction, downPaymentInvoice, finalInvoice } from "./write-invoice.ts"

const down = downPaymentInvoice(facts, 13_320, [])
const final = finalInvoice(facts, {
  lines,
  total: 44_400,
  deductions: [toDeduction("F-2026-0187", down)],
  received: [],
  interest: 0,
})
const short = (number: string, content: typeof down) =>
  journalEntry(number, content).map(({ account, debit, credit }) => [account.number, debit, credit])

test("a down payment is owed to the customer until the final invoice absorbs it", () => {
  expect(short("F-2026-0187", down)).toEqual([
    ["411000", 13_320, 0],
    ["419100", 0, 11_100],
    ["445710", 0, 2_220],
  ])
  expect(short("F-2027-0042", final)).toEqual([
    ["411000", 31_080, 0],
    ["419100", 11_100, 0],
    ["706000", 0, 37_000],
    ["445710", 0, 5_180],
  ])
})

test("a credit note reverses the entry on the same accounts", () => {
  const note = creditNote(down, { number: "F-2026-0187", issuedOn: "2026-12-01" })
  expect(short("A-2026-0001", note)).toEqual([
    ["411000", 0, 13_320],
    ["419100", 11_100, 0],
    ["445710", 2_220, 0],
  ])
  const [line] = journalEntry("A-2026-0001", note)
  expect(line?.label).toBe("Avoir A-2026-0001, réservation 1042 sur F-2026-0187")
})

test("an entry without VAT has no VAT line", () => {
  expect(short("F-2026-0188", downPaymentInvoice({ ...facts, vat: franchise }, 1_000, []))).toEqual([
    ["411000", 1_000, 0],
    ["419100", 0, 1_000],
  ])
})

test("every entry balances, also in the file of the tax code", () => {
  const customer = { account: "CELODIE", name: "Élodie Marchand" }
  const rows = fecRows([
    { number: "F-2026-0187", entry: 1, customer, content: down },
    { number: "F-2027-0042", entry: 2, customer, content: final },
  ])
  expect(rows.every((row) => row.length === fecColumns.length)).toBe(true)
  expect(rows).toHaveLength(7)
  const cents = (text: string | undefined) => Math.round(Number(text?.replace(",", ".")) * 100)
  for (const number of ["F-2026-0187", "F-2027-0042"]) {
    const own = rows.filter((row) => row[8] === number)
    const sum = (column: number) => own.reduce((all, row) => all + cents(row[column]), 0)
    expect(sum(11)).toBe(sum(12))
  }
  expect(rows[0]).toEqual([
    "VE",
    "Ventes",
    "1",
    "20270306",
    "411000",
    "Clients",
    "CELODIE",
    "Élodie Marchand",
    "F-2026-0187",
    "20270306",
    "Facture d’acompte F-2026-0187, réservation 1042",
    "133,20",
    "0,00",
    "",
    "",
    "20270306",
    "",
    "",
  ])
  expect(rows[1]?.slice(6, 8)).toEqual(["", ""])
})

test("amounts have a comma and two decimals", () => {
  expect(fecAmount(5)).toBe("0,05")
  expect(fecAmount(123_456)).toBe("1234,56")
})
