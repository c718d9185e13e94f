import { totalLabel } from "../../../domain/finance/vat-wording.ts"
import { dayInParis } from "../../../domain/day.ts"
import { dayMedium } from "../../../domain/day-labels.ts"
import type { InstalmentRow } from "../../../domain/finance/payment.ts"
import type { Agreement } from "../../../domain/booking/agreement.ts"
import type { Cents } from "../../../domain/money.ts"
import type { QuoteExtra } from "../../../domain/quotes/extras.ts"
import { lastValidDay } from "../../../domain/quotes/validity.ts"
import { datedLineLabel } from "../../../domain/rental/dated-line.ts"
import type { StoredPrice } from "../../../domain/pricing/stored-price.ts"
import type { NamedRental } from "../../../domain/rental/rental.ts"
import { type DocumentCompany, type QuoteOffer, amount, instalmentLabel, rentalFacts } from "./contract-page.ts"
import { printable } from "./printable.ts"
import { typeset } from "./typeset.ts"

export type QuoteDocument = {
  number: string
  version: number
  sentAt: Date
  validUntil: Date
  company: DocumentCompany
  client: { name: string; lines: readonly string[] }
  rentals: readonly (NamedRental & { range: string })[]
  /** With what was ticked. */
  priceLines: StoredPrice
  delivery: string
  total: Cents
  extras: readonly QuoteExtra[]
  /** Ids of extras, once it is accepted. */
  ticked: readonly string[]
  message: string
  terms: Pick<Agreement, "downPaymentPercent" | "securityDeposit" | "vatMode">
  instalments: readonly InstalmentRow[]
}

/** An accepted one has the offer that was signed, with what was ticked. */
export function quotePdf(quote: QuoteDocument, offer = quoteOffer(quote)): Promise<Uint8Array> {
  const { company, client, number, version, sentAt } = quote
  const page = printable({
    title: `Devis ${number}`,
    reference: `Devis ${number}, version ${version}`,
    company: {
      name: company.name,
      address: company.address ?? "",
      contact: [company.phone, company.email].filter(Boolean).join(" · "),
      legal: company.legalLine,
    },
    client,
    offer,
  })
  return typeset("devis.typ", page, sentAt)
}

/** The sheet without its head: alone, or as the annex of a contract. */
export function quoteOffer(quote: QuoteDocument): QuoteOffer {
  const { number, version, sentAt, validUntil, terms, total, extras, ticked } = quote
  const sentOn = dayInParis(sentAt)
  return {
    annexTitle: `Annexe\u00a0: devis ${number}`,
    subtitle: `Devis ${number}, version ${version}, du ${dayMedium(sentOn)}`,
    facts: [
      ...rentalFacts(quote),
      [totalLabel(terms.vatMode), amount(total)],
      ["Valable jusqu’au", dayMedium(lastValidDay(validUntil))],
    ],
    message: quote.message.split("\n").filter((line) => line.trim() !== ""),
    head: ["Désignation", "Détail", terms.vatMode === "franchise" ? "Montant net" : "Montant TTC"],
    lines: quote.priceLines.lines.map((line) => {
      const { label, detail } = datedLineLabel(line, quote.rentals, quote.delivery)
      return [label, detail, amount(line.amount)]
    }),
    sum: [totalLabel(terms.vatMode), amount(total)],
    extras: extras.map(({ id, label, amount: price }) => [label, ticked.includes(id) ? "choisi" : "", amount(price)]),
    instalments: quote.instalments.map((instalment) => [instalmentLabel(instalment, terms), amount(instalment.amount)]),
    notice: [
      terms.securityDeposit > 0 ? `Caution\u00a0: ${amount(terms.securityDeposit)}` : "Sans caution",
      "Ce devis s’accepte en ligne, par le lien reçu par e-mail. Accepter, c’est signer le contrat.",
    ],
  }
}
