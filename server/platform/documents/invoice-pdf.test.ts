import fc from "fast-check"
import { readFileSync, readdirSync } from "node:fs"
import path from "node:path"
import { describe, expect, test } from "vitest"
import { validateXML } from "xmllint-wasm"
import { PDF, PdfDict, PdfStream } from "@libpdf/core"
import { company, facts, franchise, lines } from "../../../domain/invoicing/invoice.fixture.ts"
import type { InvoiceContent } from "../../../domain/invoicing/invoice.ts"
import {
  creditNote,
  toDeduction,
  downPaymentInvoice,
  finalInvoice,
  cancellationInvoice,
} from "../../../domain/invoicing/write-invoice.ts"
import { brokenRules, publishedRules } from "./en16931.fixture.ts"
import { facturX } from "./factur-x.ts"
import { invoicePdf } from "./invoice-pdf.ts"
import { pdfText, readSeal, rootEntries } from "./read-seal.fixture.ts"

const at = new Date("2027-03-06T10:00:00Z")
const received = [{ on: "2026-11-22", means: "transfer", amount: 13_320 }] as const
const down = downPaymentInvoice({ ...facts, issuedOn: "2026-11-22" }, 13_320, received)
const deductions = [toDeduction("F-2026-0187", down)]
const discount = [...lines, { label: "Geste pour la panne", detail: "", amount: -2_505 }]
const ruled = [
  ...lines,
  { label: "Haute saison", detail: "+10 %", amount: 2_500, adjusts: true as const },
  { label: "Code ETE-2027", detail: "−5 %", amount: -2_925, adjusts: true as const },
]
const final = (own: typeof facts, parts: Partial<Parameters<typeof finalInvoice>[1]> = {}) =>
  finalInvoice(own, { lines, total: 44_400, deductions: [], received: [], interest: 0, ...parts })
/** At 20 % none of them has a net amount in whole cents. */
const indivisible = [3_333, 3_333, 3_334].map((amount) => ({ label: "Location", detail: "", amount }))
const discounted = final(facts, { lines: discount, total: 41_895, deductions })
const exempt = { ...facts, vat: franchise, seller: { ...facts.seller, vatNumber: null } }

const cases: [string, InvoiceContent][] = [
  ["a private person, 20 %", final(facts)],
  ["a company with its SIREN", final({ ...facts, buyer: company })],
  [
    "a down payment that a company pays on its order",
    downPaymentInvoice(
      {
        ...facts,
        buyer: { ...company, purchaseOrder: "BC-2027-118", reference: "SERVICE-FETES" },
        dueOn: "2027-03-14",
      },
      13_320,
      [],
    ),
  ],
  ["franchise", final(exempt)],
  ["a down payment", down],
  ["a down payment deducted", final(facts, { deductions })],
  ["a discount", discounted],
  ["a season's charge and a code's allowance", final(facts, { lines: ruled, total: 43_975 })],
  ["a season's charge and a code's allowance under franchise", final(exempt, { lines: ruled, total: 43_975 })],
  ["a discount under franchise", final(exempt, { lines: discount, total: 41_895 })],
  [
    "all paid, with interest taken off",
    final(facts, {
      deductions,
      received: [
        { on: "2027-02-26", means: "set-off", amount: 365 },
        { on: "2027-03-01", means: "card", amount: 30_715 },
      ],
      interest: 365,
    }),
  ],
  ["gross prices that do not divide", final(facts, { lines: indivisible, total: 10_000 })],
  ["a rate of zero", final({ ...facts, vat: { ...facts.vat, vatRate: 0 } })],
  ["VAT by the debits", final({ ...facts, vat: { ...facts.vat, vatOnDebits: true } })],
  ["what is kept", cancellationInvoice(facts, 6_660, received)],
  ["a credit note", creditNote(discounted, { number: "F-2027-0042", issuedOn: "2027-04-01" })],
  ["a credit note of a down payment", creditNote(down, { number: "F-2026-0187", issuedOn: "2027-04-01" })],
]

/** The schema as published by FNFE-MPE. */
const folder = path.join(import.meta.dirname, "factur-x-1.07.3")
const schemas = readdirSync(folder).map((fileName) => ({
  fileName,
  contents: readFileSync(path.join(folder, fileName), "utf8"),
}))
const schema = schemas.filter(({ fileName }) => fileName === "Factur-X_1.07.3_EN16931.xsd")
const check = (contents: string) =>
  validateXML({ xml: { fileName: "factur-x.xml", contents }, schema, preload: schemas })

describe("Factur-X, EN 16931 (D30)", () => {
  test.each(cases)("%s is valid under the official schema", async (_name, content) => {
    const { valid, errors } = await check(facturX("F-2027-0042", content))
    expect(errors.map(({ message }) => message)).toEqual([])
    expect(valid).toBe(true)
  })

  test("the schema refuses an invoice without a number", async () => {
    const xml = facturX("F-2027-0042", down)
    expect((await check(xml.replace(/<ram:ID>F-2027-0042<\/ram:ID>/, ""))).valid).toBe(false)
  })

  test.each(cases)("%s breaks no rule of the standard", async (_name, content) => {
    const xml = facturX("F-2027-0042", content)
    expect(brokenRules(xml)).toEqual([])
  })

  test.skipIf(!publishedRules).each(cases)("%s breaks none of the published rules", async (_name, content) => {
    expect(publishedRules?.(facturX("F-2027-0042", content))).toEqual([])
  })

  test.each<[string, string, RegExp, string]>([
    ["BR-CO-16", "another amount due", /(<ram:DuePayableAmount>)[^<]+/, "$1285.76"],
    ["BR-CO-10", "another line", /(<ram:LineTotalAmount>)[^<]+/, "$1208.34"],
    ["BR-CO-11", "another allowance", /(<ram:AllowanceTotalAmount>)[^<]+/, "$121.88"],
    ["BR-CO-15", "another total", /(<ram:GrandTotalAmount>)[^<]+/, "$1419.95"],
    ["BR-CO-14", "another VAT", /(<ram:TaxTotalAmount[^>]*>)[^<]+/, "$169.84"],
    ["BR-CO-13", "another basis", /(<ram:TaxBasisTotalAmount>)[^<]+/, "$1349.13"],
    ["BR-S-08", "a tax basis without some lines", /(<ram:BasisAmount>)[^<]+/, "$1300.00"],
    ["BR-S-09", "VAT of another rate", /(<ram:CalculatedAmount>)[^<]+/, "$135.00"],
    ["BR-S-02", "no VAT number", /<ram:SpecifiedTaxRegistration>[\s\S]*?<\/ram:SpecifiedTaxRegistration>/, ""],
    [
      "CII-SR-470",
      "a transfer without an account",
      /<ram:PayeePartyCreditorFinancialAccount>[\s\S]*?FinancialAccount>/,
      "",
    ],
    ["BR-09", "a seller without a country", /<ram:CountryID>FR<\/ram:CountryID>/, ""],
    ["BR-27", "a negative price", /(<ram:ChargeAmount>)/, "$1-"],
  ])("the rule %s refuses %s", async (rule, _what, part, replacement) => {
    const xml = facturX("F-2027-0042", discounted).replace(part, replacement)
    expect(brokenRules(xml)).toContain(rule)
    if (publishedRules) expect(publishedRules(xml).join("\n")).toContain(`[${rule}]`)
  })

  test("an exemption states its reason", async () => {
    const xml = facturX("F-2027-0042", final(exempt)).replaceAll(/<ram:ExemptionReason(Code)?>.*\n/g, "")
    expect(brokenRules(xml)).toEqual(["BR-E-10"])
    if (publishedRules) expect(publishedRules(xml).join("\n")).toContain("[BR-E-10]")
  })

  test("net lines add up to the cent, whatever the gross prices", async () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(amounts, fc.constantFrom(0, 550, 1000, 2000), async (gross, vatRate) => {
        const total = gross.reduce((sum, amount) => sum + amount, 0)
        const own = gross.map((amount) => ({ label: "Location", detail: "", amount }))
        const content = final({ ...facts, vat: { ...facts.vat, vatRate } }, { lines: own, total })
        expect(brokenRules(facturX("F-2027-0042", content))).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  test("no field passes a character that XML forbids, and a line end becomes a space", async () => {
    const odd = "Rue\u000bdu\r\nPort\u2028A\u0000\u0001\u001f\u007f\ufffe\uffff\ud800 & <b> ]]> 王 😀"
    const place = { street: odd, zipCode: "77300", city: odd }
    const own = {
      ...facts,
      seller: { ...facts.seller, name: odd, legalLine: odd, address: place },
      buyer: { ...company, name: odd, contact: odd, address: place },
      delivery: place,
      transfer: { iban: null, reference: odd },
    }
    const content = final(own, { lines: [{ label: odd, detail: odd, amount: 44_400 }] })
    const xml = facturX("F-2027-0042", { ...content, notes: [{ code: "REG", text: odd }, ...content.notes] })
    expect((await check(xml)).errors.map(({ message }) => message)).toEqual([])
    expect(xml.match(/Rue du Port A &amp; &lt;b&gt; \]\]&gt; 王 😀</g)?.length).toBeGreaterThanOrEqual(11)
    expect(xml).not.toMatch(/Rue(?! du Port A )/)
    const [text] = await pdfText((await invoicePdf("F-2027-0042", content, at)).pdf)
    expect(text).toContain("Rue du")
  })

  test("the invoice identifies a company by its SIREN", async () => {
    const xml = facturX("F-2027-0042", final({ ...facts, buyer: company }))
    expect(xml).toMatch(/<ram:BuyerTradeParty>[\s\S]*<ram:ID schemeID="0002">552081317<[\s\S]*<\/ram:BuyerTradeParty>/)
  })

  test("the invoice has the place of delivery, the earlier invoices and the amount due", async () => {
    const xml = facturX("F-2027-0042", discounted)
    expect(xml).toMatch(/<ram:ShipToTradeParty>[\s\S]*3 rue Royale/)
    expect(xml).toMatch(/<ram:InvoiceReferencedDocument>\s*<ram:IssuerAssignedID>F-2026-0187</)
    expect(xml).toContain("<ram:TotalPrepaidAmount>133.20</ram:TotalPrepaidAmount>")
    expect(xml).toContain("<ram:DuePayableAmount>285.75</ram:DuePayableAmount>")
    expect(xml).toMatch(/<ram:ActualAmount>20.88<\/ram:ActualAmount>\s*<ram:Reason>Geste pour la panne</)
  })
})

describe("the PDF of an invoice", () => {
  test("the PDF is PDF/A-3a, tagged and sealed, with its Factur-X attached under the right name", async () => {
    const { pdf } = await invoicePdf("F-2027-0042", discounted, at)
    const root = await rootEntries(pdf)
    expect(root).toMatchObject({
      language: "(fr-FR)",
      marked: "true",
      title: "Facture F-2027-0042",
      author: "Guinguette",
    })
    expect(root.metadata).toMatch(/pdfaid:part>3<[\s\S]*pdfaid:conformance>A</)
    expect(root.metadata).toContain("<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>")
    expect(root.metadata).toContain("<pdfaProperty:name>DocumentFileName</pdfaProperty:name>")
    expect(await readSeal(pdf)).toMatchObject({
      signatures: 1,
      coversWholeFile: true,
      digestMatches: true,
      signatureMatches: true,
    })
    expect(await attached(pdf)).toEqual({
      name: "factur-x.xml",
      relationship: "/Alternative",
      text: facturX("F-2027-0042", discounted),
    })
  })

  test("the PDF states the amounts, the deductions and how to pay", async () => {
    const pdfWords = await words(discounted)
    for (const part of [
      "349,12 €",
      "69,83 €",
      "418,95 €",
      "F-2026-0187",
      "− 133,20 €",
      "285,75 €",
      "FR76 3000 6000",
      "− 25,05 €",
    ])
      expect(pdfWords).toContain(part)
  })

  test("a company's invoice has the SIREN and the penalties, an exempt one its sentence and no “TTC”", async () => {
    const toCompany = await words(final({ ...facts, buyer: company }))
    expect(toCompany).toContain("SIREN 552 081 317")
    expect(toCompany).toContain("L. 441-10")
    const net = await words(final(exempt))
    expect(net).toContain("TVA non applicable, art. L. 223 et s. du CIBS")
    expect(net).not.toMatch(/TTC|Total hors taxe/)
  })
})

const words = async (content: InvoiceContent) =>
  (await pdfText((await invoicePdf("F-2027-0042", content, at)).pdf)).join(" ").replace(/[\u00a0\u202f]/g, " ")

async function attached(pdf: Uint8Array) {
  const document = await PDF.load(pdf)
  const resolve = document.getObject.bind(document)
  const file = document.getCatalog().getArray("AF", resolve)?.at(0, resolve)
  const stream = file instanceof PdfDict && file.getDict("EF", resolve)?.get("F", resolve)
  if (!(file instanceof PdfDict && stream instanceof PdfStream)) throw new Error("Nothing is attached")
  return {
    name: file.getString("UF")?.asString(),
    relationship: `/${file.getName("AFRelationship")?.value}`,
    text: new TextDecoder().decode(stream.getDecodedData()),
  }
}

test("a document of play money says so, requests no transfer, and has no Factur-X (D73)", async () => {
  const { pdf } = await invoicePdf("DEMO-3", final(facts), at)
  const text = (await pdfText(pdf)).join(" ").replace(/\s+/g, " ")
  expect(text).toContain("Facture de démonstration DEMO-3")
  expect(text).toContain("ce document est sans valeur")
  expect(text).not.toContain("IBAN")
  expect(Buffer.from(pdf).includes("factur-x.xml")).toBe(false)
})
