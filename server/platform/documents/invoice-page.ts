import type { PostalAddress } from "../../../domain/booking/booking.ts"
import { dayMedium } from "../../../domain/day-labels.ts"
import { phoneLabel } from "../../../domain/phone.ts"
import { paymentMeansLabels } from "../../../domain/finance/payment.ts"
import { totalLabel } from "../../../domain/finance/vat-wording.ts"
import {
  type InvoiceContent,
  invoiceTitle,
  isDemonstrationNumber,
  amountDue,
} from "../../../domain/invoicing/invoice.ts"
import { effectiveVatRate } from "../../../domain/invoicing/vat.ts"
import { type Cents } from "../../../domain/money.ts"
import { periodOfDays, rentalLabel } from "../../../domain/rental/rental.ts"
import { printable } from "./printable.ts"

export function invoicePage(number: string, content: InvoiceContent, xml: string) {
  const { seller, buyer, booking, delivery, vat, kind } = content
  const isExempt = vat.vatMode === "franchise"
  const due = amountDue(content)
  const title = `${invoiceTitle({ kind, number })} ${number}`
  const isDemonstration = isDemonstrationNumber(number)
  return {
    ...printable({
      title,
      heading: title,
      reference: `${kind === "credit-note" ? "Avoir" : "Facture"} ${number}`,
      subtitle: `${isDemonstration ? "Démonstration\u00a0: aucun argent n’a été versé, ce document est sans valeur. " : ""}Réservation n°\u00a0${booking.number}, location ${rentalLabel(periodOfDays(booking.days), "after-de")}`,
      company: {
        name: seller.name,
        address: addressLines(seller.address).join(", "),
        contact: [seller.phone && phoneLabel(seller.phone), seller.email].filter(Boolean).join(" · "),
        legal: seller.legalLine,
      },
      issued: `Émis${kind === "credit-note" ? "" : "e"} le ${dayMedium(content.issuedOn)} par`,
      seller: [seller.name, ...addressLines(seller.address)],
      buyer: [
        buyer.name,
        ...(buyer.contact ? [buyer.contact] : []),
        ...addressLines(buyer.address),
        ...(buyer.siren ? [`SIREN ${buyer.siren.replace(/(?=(?:\d{3})+$)(?!^)/g, " ")}`] : []),
        ...(buyer.vatNumber ? [`TVA ${buyer.vatNumber}`] : []),
        ...(buyer.purchaseOrder ? [`Bon de commande ${buyer.purchaseOrder}`] : []),
        ...(buyer.reference ? [`Référence acheteur ${buyer.reference}`] : []),
      ],
      delivery: delivery ? addressLines(delivery) : [],
      head: ["Désignation", isExempt ? "Montant net" : "Montant TTC"],
      lines: content.lines.map(({ label, detail, amount }) => [label, detail, euros(amount)]),
      sums: invoiceSums(content),
      last: totalLine(content, due),
      payment: due > 0 && kind !== "credit-note" && !isDemonstration ? paymentInstructions(content) : [],
      notes: content.notes.map(({ text }) => text),
    }),
    xml,
  }
}

function invoiceSums(content: InvoiceContent): [string, string][] {
  const { vat, net, vatAmount, total, deductions, received, kind } = content
  const isExempt = vat.vatMode === "franchise"
  const sums: [string, string][] = isExempt
    ? [[totalLabel("franchise"), euros(total)]]
    : [
        ["Total hors taxe", euros(net)],
        [`TVA ${(effectiveVatRate(vat) / 100).toLocaleString("fr-FR")} %`, euros(vatAmount)],
        [totalLabel("included"), euros(total)],
      ]
  return [
    ...sums,
    ...deductions.map((each): [string, string] => [
      `Acompte, facture ${each.number} du ${dayMedium(each.issuedOn)}` +
        (isExempt ? "" : ` (${euros(each.net)} HT, ${euros(each.vat)} de TVA)`),
      euros(-each.total),
    ]),
    ...(kind === "credit-note" ? [] : received).map(({ on, means, amount }): [string, string] => [
      means === "set-off"
        ? `Intérêts au taux légal, déduits le ${dayMedium(on)}`
        : `Reçu le ${dayMedium(on)}${means === "carried-over" ? "" : `, ${paymentMeansLabels[means]}`}`,
      euros(-amount),
    ]),
  ]
}

function totalLine({ kind, dueOn }: InvoiceContent, due: Cents): [string, string] {
  if (kind === "credit-note") return ["Montant de l’avoir", euros(due)]
  const when = dueOn ? `au plus tard le ${dayMedium(dueOn)}` : "à réception"
  return [due > 0 ? `Reste à payer, ${when}` : "Reste à payer", euros(due)]
}

function paymentInstructions({ transfer: { iban, reference } }: InvoiceContent): string[] {
  return [
    `Virement en précisant la référence ${reference}`,
    ...(iban ? [`IBAN ${iban.replace(/\s/g, "").replace(/(.{4})(?=.)/g, "$1\u00a0")}`] : []),
  ]
}

function addressLines({ street, zipCode, city }: PostalAddress): string[] {
  return [street, `${zipCode} ${city}`.trim()].filter((line) => line !== "")
}

const figures = new Intl.NumberFormat("fr-FR", { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function euros(cents: Cents): string {
  const text = `${figures.format(Math.abs(cents) / 100)}\u202f€`
  return cents < 0 ? `−\u202f${text}` : text
}
