import { dayMedium } from "../day-labels.ts"
import { franchiseWording } from "../finance/vat-wording.ts"
import { formatMoney } from "../money.ts"
import type { Cents } from "../money.ts"
import type { Buyer, InvoiceContent, InvoiceNote } from "./invoice.ts"
import type { InvoiceVat } from "./vat.ts"

/** Commercial code, articles L441-9, L441-10 and D441-5. */
const businessNotes: readonly InvoiceNote[] = [
  {
    code: "PMD",
    text: "Pénalités de retard\u00a0: taux de refinancement de la Banque centrale européenne majoré de 10 points, exigibles sans rappel (art. L. 441-10 du code de commerce).",
  },
  {
    code: "PMT",
    text: "Indemnité forfaitaire pour frais de recouvrement en cas de retard\u00a0: 40\u202f€ (art. D. 441-5 du code de commerce).",
  },
]

export function invoiceNotes(invoice: {
  vat: InvoiceVat
  buyer: Pick<Buyer, "isBusiness">
  kind: InvoiceContent["kind"]
  credits: InvoiceContent["credits"]
  interest: InvoiceContent["interest"]
  received: InvoiceContent["received"]
}): InvoiceNote[] {
  const { vat, buyer, kind, credits, interest, received } = invoice
  if (credits)
    return [
      {
        code: "REG",
        text: `Cet avoir annule en totalité la facture ${credits.number} du ${dayMedium(credits.issuedOn)}.`,
      },
      { code: "REG", text: `Prestation de services. ${vatSentence(vat)}` },
    ]
  return [
    { code: "REG", text: `Prestation de services. ${vatSentence(vat)}` },
    ...(kind === "kept"
      ? [
          {
            code: "REG" as const,
            text: "Somme conservée à l’annulation, selon les conditions acceptées à la signature.",
          },
        ]
      : []),
    ...(interest > 0
      ? [
          {
            code: "REG" as const,
            text: `Intérêts au taux légal sur les sommes versées plus de trois mois avant la prestation (art. L. 214-2 du code de la consommation)\u00a0: ${formatMoney(interest)}, ${interestSettlement(interest, received)}.`,
          },
        ]
      : []),
    { code: "AAB", text: "Pas d’escompte pour paiement anticipé." },
    ...(buyer.isBusiness ? businessNotes : []),
  ]
}

function interestSettlement(interest: Cents, received: InvoiceContent["received"]): string {
  const deducted = received.reduce((sum, { means, amount }) => sum + (means === "set-off" ? amount : 0), 0)
  if (deducted === 0) return "que nous vous versons"
  if (deducted >= interest) return "déduits de votre solde"
  return `dont ${formatMoney(deducted)} déduits de votre solde, et le reste que nous vous versons`
}

function vatSentence({ vatMode, vatOnDebits }: InvoiceVat): string {
  if (vatMode === "franchise") return `${franchiseWording.text}.`
  return vatOnDebits ? "Option pour le paiement de la TVA d’après les débits." : "TVA exigible à l’encaissement."
}
