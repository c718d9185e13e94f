import { expect, test } from "vitest"
import { contractPdf } from "./contract-pdf.ts"
import { exampleContract } from "./contract.fixture.ts"
import { type QuoteDocument, quoteOffer, quotePdf } from "./quote-page.ts"
import { pdfText } from "./read-seal.fixture.ts"

const words = async (pdf: Uint8Array) => (await pdfText(pdf)).join(" ").replace(/[\u00a0\u202f]/g, " ")

function exampleQuote(values: Partial<QuoteDocument> = {}): QuoteDocument {
  const { company, client, rentals, priceLines, delivery, total, agreement } = exampleContract()
  return {
    number: "D-2026-0014",
    version: 2,
    sentAt: new Date("2026-11-22T17:40:00Z"),
    validUntil: new Date("2026-12-22T23:00:00Z"),
    company,
    client,
    rentals,
    priceLines,
    delivery,
    total,
    extras: [{ id: "a", label: "Animateur, 4 h #[1]", amount: 18_000 }],
    ticked: [],
    message: "Bonjour Élodie,\n#emph[voici] notre proposition.",
    terms: agreement,
    instalments: [
      { kind: "down-payment", amount: 13_320, dueOn: null },
      { kind: "balance", amount: 31_080, dueOn: "2027-03-13" },
    ],
    ...values,
  }
}

test("the PDF of a quote has its lines, its lines to tick outside of the total, its validity and its payments", async () => {
  const text = await words(await quotePdf(exampleQuote()))
  for (const part of [
    "Devis D-2026-0014, version 2, du 22 novembre 2026",
    "Élodie Marchand",
    "#emph[voici] notre proposition.",
    "Fontainebleau, 97 km aller et retour",
    "444,00 €",
    "Animateur, 4 h #[1]180,00 €",
    "Valable jusqu’au22 décembre 2026",
    "À la signature, acompte de 30 %",
    "133,20 €",
    "Caution : 800,00 €",
  ])
    expect(text).toContain(part)
})

test("the contract that accepts a quote has it as its annex, with what was ticked", async () => {
  const text = await words(await contractPdf(exampleContract({ annex: quoteOffer(exampleQuote({ ticked: ["a"] })) })))
  for (const part of ["Annexe : devis D-2026-0014", "choisi180,00 €"]) expect(text).toContain(part)
  expect(await words(await contractPdf(exampleContract()))).not.toContain("Annexe : devis")
})
