import { type InvoiceContent, chargedAmount, amountDue } from "../../../domain/invoicing/invoice.ts"
import { effectiveVatRate } from "../../../domain/invoicing/vat.ts"
import { franchiseWording } from "../../../domain/finance/vat-wording.ts"
import { dayMedium } from "../../../domain/day-labels.ts"
import { type Day, sortedDays } from "../../../domain/day.ts"
import type { Cents } from "../../../domain/money.ts"

/** UNTDID 1001 */
const typeCodes = { "down-payment": "386", final: "380", kept: "380", "credit-note": "381" } as const

/** UNTDID 4461 */
const meansCodes = {
  transfer: "58",
  cheque: "20",
  cash: "10",
  card: "48",
  "carried-over": "1",
  "set-off": "97",
} as const

/** EN 16931 profile (D30). */
export function facturX(number: string, content: InvoiceContent): string {
  const { seller, buyer, delivery, credits, deductions, notes } = content
  const { lines, adjustments } = splitLines(content)
  const { text } = xml`<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<rsm:ExchangedDocumentContext>
  <ram:BusinessProcessSpecifiedDocumentContextParameter>
    <ram:ID>${businessProcess(content)}</ram:ID>
  </ram:BusinessProcessSpecifiedDocumentContextParameter>
  <ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:cen.eu:en16931:2017</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter>
</rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument>
  <ram:ID>${number}</ram:ID>
  <ram:TypeCode>${typeCodes[content.kind]}</ram:TypeCode>
  <ram:IssueDateTime>${dateTime(content.issuedOn)}</ram:IssueDateTime>
  ${notes.map(
    (note) => xml`<ram:IncludedNote>
    <ram:Content>${note.text}</ram:Content>
    <ram:SubjectCode>${note.code}</ram:SubjectCode>
  </ram:IncludedNote>`,
  )}
</rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>
  ${lines.map((line, index) => lineItem(line, index + 1, content.vat))}
  <ram:ApplicableHeaderTradeAgreement>
    ${buyer.reference && xml`<ram:BuyerReference>${buyer.reference}</ram:BuyerReference>`}
    <ram:SellerTradeParty>
      <ram:Name>${seller.name}</ram:Name>
      ${legalOrganization(seller.siret.slice(0, 9))}
      ${postalAddress(seller.address)}
      ${seller.vatNumber ? taxRegistration("VA", seller.vatNumber) : taxRegistration("FC", seller.siret.slice(0, 9))}
    </ram:SellerTradeParty>
    <ram:BuyerTradeParty>
      <ram:Name>${buyer.name}</ram:Name>
      ${buyer.siren && legalOrganization(buyer.siren)}
      ${
        buyer.contact &&
        xml`<ram:DefinedTradeContact><ram:PersonName>${buyer.contact}</ram:PersonName></ram:DefinedTradeContact>`
      }
      ${postalAddress(buyer.address)}
      ${buyer.vatNumber && taxRegistration("VA", buyer.vatNumber)}
    </ram:BuyerTradeParty>
    <ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>${buyer.purchaseOrder ?? content.booking.number}</ram:IssuerAssignedID></ram:BuyerOrderReferencedDocument>
  </ram:ApplicableHeaderTradeAgreement>
  <ram:ApplicableHeaderTradeDelivery>
    ${
      delivery &&
      xml`<ram:ShipToTradeParty>
      <ram:Name>${buyer.name}</ram:Name>
      ${postalAddress(delivery)}
    </ram:ShipToTradeParty>`
    }
    <ram:ActualDeliverySupplyChainEvent>
      <ram:OccurrenceDateTime>${dateTime(period(content).last)}</ram:OccurrenceDateTime>
    </ram:ActualDeliverySupplyChainEvent>
  </ram:ApplicableHeaderTradeDelivery>
  <ram:ApplicableHeaderTradeSettlement>
    <ram:PaymentReference>${content.transfer.reference}</ram:PaymentReference>
    <ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
    ${paymentMeans(content)}
    ${vatBreakdown(content)}
    <ram:BillingSpecifiedPeriod>
      <ram:StartDateTime>${dateTime(period(content).first)}</ram:StartDateTime>
      <ram:EndDateTime>${dateTime(period(content).last)}</ram:EndDateTime>
    </ram:BillingSpecifiedPeriod>
    ${adjustments.map((line) => allowanceOrCharge(line, content.vat))}
    ${sums(content)}
    ${[...deductions, ...(credits ? [credits] : [])].map(
      (preceding) => xml`<ram:InvoiceReferencedDocument>
      <ram:IssuerAssignedID>${preceding.number}</ram:IssuerAssignedID>
      <ram:FormattedIssueDateTime>
        <qdt:DateTimeString format="102">${preceding.issuedOn.replaceAll("-", "")}</qdt:DateTimeString>
      </ram:FormattedIssueDateTime>
    </ram:InvoiceReferencedDocument>`,
    )}
  </ram:ApplicableHeaderTradeSettlement>
</rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>`
  return text.replace(/^\s*\n/gm, "")
}

function lineItem({ label, detail, net }: Line, id: number, vat: InvoiceContent["vat"]) {
  const { category, percent } = taxCategory(vat)
  return xml`<ram:IncludedSupplyChainTradeLineItem>
    <ram:AssociatedDocumentLineDocument><ram:LineID>${id}</ram:LineID></ram:AssociatedDocumentLineDocument>
    <ram:SpecifiedTradeProduct>
      <ram:Name>${label}</ram:Name>
      ${detail && xml`<ram:Description>${detail}</ram:Description>`}
    </ram:SpecifiedTradeProduct>
    <ram:SpecifiedLineTradeAgreement>
      <ram:NetPriceProductTradePrice><ram:ChargeAmount>${euros(net)}</ram:ChargeAmount></ram:NetPriceProductTradePrice>
    </ram:SpecifiedLineTradeAgreement>
    <ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="C62">1</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
    <ram:SpecifiedLineTradeSettlement>
      <ram:ApplicableTradeTax>
        <ram:TypeCode>VAT</ram:TypeCode>
        <ram:CategoryCode>${category}</ram:CategoryCode>
        <ram:RateApplicablePercent>${percent}</ram:RateApplicablePercent>
      </ram:ApplicableTradeTax>
      <ram:SpecifiedTradeSettlementLineMonetarySummation>
        <ram:LineTotalAmount>${euros(net)}</ram:LineTotalAmount>
      </ram:SpecifiedTradeSettlementLineMonetarySummation>
    </ram:SpecifiedLineTradeSettlement>
  </ram:IncludedSupplyChainTradeLineItem>`
}

type Line = InvoiceContent["lines"][number]

/** No line's price may be negative (BR-27), so a negative one is an allowance in any case. */
function splitLines({ lines }: InvoiceContent): { lines: Line[]; adjustments: Line[] } {
  const isAdjustment = (line: Line) => line.adjusts === true || line.net < 0
  return { lines: lines.filter((line) => !isAdjustment(line)), adjustments: lines.filter(isAdjustment) }
}

function isAllowance({ net }: Line): boolean {
  return net < 0
}

function allowanceOrCharge(line: Line, vat: InvoiceContent["vat"]): Xml {
  const { category, percent } = taxCategory(vat)
  return xml`<ram:SpecifiedTradeAllowanceCharge>
      <ram:ChargeIndicator><udt:Indicator>${isAllowance(line) ? "false" : "true"}</udt:Indicator></ram:ChargeIndicator>
      <ram:ActualAmount>${euros(Math.abs(line.net))}</ram:ActualAmount>
      <ram:Reason>${[line.label, line.detail].filter(Boolean).join(", ")}</ram:Reason>
      <ram:CategoryTradeTax>
        <ram:TypeCode>VAT</ram:TypeCode>
        <ram:CategoryCode>${category}</ram:CategoryCode>
        <ram:RateApplicablePercent>${percent}</ram:RateApplicablePercent>
      </ram:CategoryTradeTax>
    </ram:SpecifiedTradeAllowanceCharge>`
}

function sumNets(lines: readonly Line[]): Cents {
  return lines.reduce((sum, { net }) => sum + net, 0)
}

function legalOrganization(siren: string): Xml {
  return xml`<ram:SpecifiedLegalOrganization><ram:ID schemeID="0002">${siren}</ram:ID></ram:SpecifiedLegalOrganization>`
}

/** An exempt company may have no VAT number: its SIREN identifies it. */
function taxRegistration(scheme: "VA" | "FC", id: string): Xml {
  return xml`<ram:SpecifiedTaxRegistration><ram:ID schemeID="${scheme}">${id.replace(/\s/g, "")}</ram:ID></ram:SpecifiedTaxRegistration>`
}

function postalAddress({ street, zipCode, city }: { street: string; zipCode: string; city: string }): Xml {
  return xml`<ram:PostalTradeAddress>
        ${zipCode && xml`<ram:PostcodeCode>${zipCode}</ram:PostcodeCode>`}
        ${street && xml`<ram:LineOne>${street}</ram:LineOne>`}
        ${city && xml`<ram:CityName>${city}</ram:CityName>`}
        <ram:CountryID>FR</ram:CountryID>
      </ram:PostalTradeAddress>`
}

function paymentMeans(content: InvoiceContent): Xml | null {
  const { iban } = content.transfer
  const isDue = amountDue(content) > 0 && iban !== null && content.kind !== "credit-note"
  const means = isDue ? "transfer" : content.received.at(-1)?.means
  if (!means || (means === "transfer" && !isDue)) return null
  return xml`<ram:SpecifiedTradeSettlementPaymentMeans>
      <ram:TypeCode>${meansCodes[means]}</ram:TypeCode>
      ${
        isDue &&
        xml`<ram:PayeePartyCreditorFinancialAccount><ram:IBANID>${iban.replace(/\s/g, "")}</ram:IBANID></ram:PayeePartyCreditorFinancialAccount>`
      }
    </ram:SpecifiedTradeSettlementPaymentMeans>`
}

function vatBreakdown({ vat, net, vatAmount }: InvoiceContent): Xml {
  const { category, percent } = taxCategory(vat)
  const isExempt = vat.vatMode === "franchise"
  return xml`<ram:ApplicableTradeTax>
      <ram:CalculatedAmount>${euros(vatAmount)}</ram:CalculatedAmount>
      <ram:TypeCode>VAT</ram:TypeCode>
      ${isExempt && xml`<ram:ExemptionReason>${franchiseWording.text}</ram:ExemptionReason>`}
      <ram:BasisAmount>${euros(net)}</ram:BasisAmount>
      <ram:CategoryCode>${category}</ram:CategoryCode>
      ${
        isExempt
          ? xml`<ram:ExemptionReasonCode>VATEX-FR-FRANCHISE</ram:ExemptionReasonCode>`
          : xml`<ram:DueDateTypeCode>${vat.vatOnDebits ? 5 : 72}</ram:DueDateTypeCode>`
      }
      <ram:RateApplicablePercent>${percent}</ram:RateApplicablePercent>
    </ram:ApplicableTradeTax>`
}

function sums(content: InvoiceContent): Xml {
  const { net, vatAmount, total } = content
  const { lines, adjustments } = splitLines(content)
  const [allowances, charges] = [adjustments.filter(isAllowance), adjustments.filter((line) => !isAllowance(line))]
  const due = amountDue(content)
  return xml`<ram:SpecifiedTradePaymentTerms>
      <ram:Description>${paymentTerms(content)}</ram:Description>
      ${due > 0 && xml`<ram:DueDateDateTime>${dateTime(content.dueOn ?? content.issuedOn)}</ram:DueDateDateTime>`}
    </ram:SpecifiedTradePaymentTerms>
    <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
      <ram:LineTotalAmount>${euros(sumNets(lines))}</ram:LineTotalAmount>
      ${charges.length > 0 && xml`<ram:ChargeTotalAmount>${euros(sumNets(charges))}</ram:ChargeTotalAmount>`}
      ${allowances.length > 0 && xml`<ram:AllowanceTotalAmount>${euros(-sumNets(allowances))}</ram:AllowanceTotalAmount>`}
      <ram:TaxBasisTotalAmount>${euros(net)}</ram:TaxBasisTotalAmount>
      <ram:TaxTotalAmount currencyID="EUR">${euros(vatAmount)}</ram:TaxTotalAmount>
      <ram:GrandTotalAmount>${euros(total)}</ram:GrandTotalAmount>
      ${due < total && xml`<ram:TotalPrepaidAmount>${euros(total - due)}</ram:TotalPrepaidAmount>`}
      <ram:DuePayableAmount>${euros(due)}</ram:DuePayableAmount>
    </ram:SpecifiedTradeSettlementHeaderMonetarySummation>`
}

function businessProcess(content: InvoiceContent): "S1" | "S2" | "S4" {
  if (content.deductions.length > 0) return "S4"
  return chargedAmount(content) > 0 && amountDue(content) === 0 ? "S2" : "S1"
}

function taxCategory(vat: InvoiceContent["vat"]): { category: "E" | "S" | "Z"; percent: string } {
  if (vat.vatMode === "franchise") return { category: "E", percent: "0.00" }
  const rate = effectiveVatRate(vat)
  return { category: rate === 0 ? "Z" : "S", percent: (rate / 100).toFixed(2) }
}

function paymentTerms(content: InvoiceContent): string {
  if (content.kind === "credit-note") return "Avoir remboursé ou déduit de ce qui est dû."
  if (amountDue(content) <= 0) return "Payée."
  return content.dueOn ? `À payer au plus tard le ${dayMedium(content.dueOn)}.` : "À payer à réception."
}

function period({ booking, issuedOn }: InvoiceContent): { first: Day; last: Day } {
  const days = sortedDays(booking.days)
  return { first: days[0] ?? issuedOn, last: days.at(-1) ?? issuedOn }
}

function dateTime(day: Day): Xml {
  return xml`<udt:DateTimeString format="102">${day.replaceAll("-", "")}</udt:DateTimeString>`
}

function euros(cents: Cents): string {
  return (cents / 100).toFixed(2)
}

type Xml = { readonly text: string }
type Value = string | number | false | null | undefined | Xml | readonly Xml[]

function xml(parts: TemplateStringsArray, ...values: readonly Value[]): Xml {
  return { text: String.raw({ raw: parts }, ...values.map(markup)) }
}

function markup(value: Value): string {
  if (value === false || value === null || value === undefined) return ""
  if (typeof value !== "object") return escape(String(value))
  return "text" in value ? value.text : value.map(({ text }) => text).join("\n")
}

function escape(text: string): string {
  return text
    .replace(/\s*[\n\r\v\f\u0085\u2028\u2029]\s*/g, " ")
    .replace(/[^\t\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|\p{Cc}/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
}
