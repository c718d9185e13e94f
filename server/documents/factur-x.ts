import type { EN16931 as En16931Profile } from "node-zugferd/profile/en16931"
import { type InvoiceContent, addedBy, leftToPay } from "../../domain/invoicing/invoice.ts"
import { rateOf } from "../../domain/invoicing/vat.ts"
import { franchiseWording } from "../../domain/finance/vat-wording.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import { unbroken } from "../../domain/content/printed-numbers.ts"
import type { Cents } from "../../domain/money.ts"
import { mapTexts } from "./printable.ts"

/** ISO 6523: the register of French companies (SIREN). */
const SIREN = "0002"

/** What each kind of document is to a machine (UNTDID 1001). */
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

/**
 * The invoice as XML: Cross Industry Invoice, EN 16931 profile of Factur-X (D30). `number` is its own. The library is
 * only loaded by who makes a document: its tables take some megabytes.
 *
 * Down payments are taken off as what was paid already (BT-113), each named as a preceding invoice (BG-3); a line below
 * zero has the quantity -1, since no price may be negative. Throws when the library refuses the data.
 */
export async function facturX(number: string, invoice: InvoiceContent): Promise<string> {
  const content = mapTexts(invoice, xmlText)
  const [{ zugferd }, { EN16931 }] = await Promise.all([import("node-zugferd"), import("node-zugferd/profile/en16931")])
  // Its own check needs Java; ours stand in the tests.
  const invoicer = zugferd({ profile: withMissingKeys(EN16931), strict: false, logger: { disabled: true } })
  const { seller, buyer, booking, delivery, credits, deductions, notes, transfer } = content
  const days = sortedDays(booking.days)
  const [first, last] = [days[0] ?? content.issuedOn, days.at(-1) ?? content.issuedOn]
  const tax = taxOf(content)
  const due = leftToPay(content)
  const preceding = [...deductions, ...(credits ? [credits] : [])]
  const means = content.received.at(-1)?.means
  return invoicer
    .create({
      number,
      typeCode: typeCodes[content.kind],
      businessProcessType: businessProcess(content),
      issueDate: dateOf(content.issuedOn),
      includedNote: notes.map(({ code, text }) => ({ content: text, subjectCode: code })),
      transaction: {
        line: content.lines.map((line, index) => ({
          identifier: String(index + 1),
          tradeProduct: { name: line.label, ...(line.detail && { description: line.detail }) },
          tradeAgreement: { netTradePrice: { chargeAmount: euros(Math.abs(line.net)) } },
          tradeDelivery: { billedQuantity: { amount: line.net < 0 ? "-1" : "1", unitMeasureCode: "C62" } },
          tradeSettlement: {
            tradeTax: { typeCode: "VAT", ...tax },
            monetarySummation: { lineTotalAmount: euros(line.net) },
          },
        })),
        tradeAgreement: {
          seller: {
            name: seller.name,
            organization: { registrationIdentifier: { value: seller.siret.slice(0, 9), schemeIdentifier: SIREN } },
            postalAddress: postalAddress(seller.address),
            // Under the exemption a company may have no VAT number: its SIREN then says who is taxed.
            taxRegistration: seller.vatNumber
              ? { vatIdentifier: unbroken(seller.vatNumber) }
              : { localIdentifier: seller.siret.slice(0, 9) },
          },
          buyer: {
            name: buyer.name,
            ...(buyer.siren && {
              organization: { registrationIdentifier: { value: buyer.siren, schemeIdentifier: SIREN } },
            }),
            ...(buyer.contact && { tradeContact: { name: buyer.contact } }),
            postalAddress: postalAddress(buyer.address),
            ...(buyer.vatNumber && { taxRegistration: { vatIdentifier: unbroken(buyer.vatNumber) } }),
          },
          associatedOrder: { purchaseOrderReference: String(booking.number) },
        },
        tradeDelivery: {
          ...(delivery && { shipTo: { name: buyer.name, postalAddress: postalAddress(delivery) } }),
          information: { deliveryDate: dateOf(last) },
        },
        tradeSettlement: {
          remittanceInformation: transfer.reference,
          currencyCode: "EUR",
          ...(due > 0 && transfer.iban && content.kind !== "credit-note"
            ? {
                paymentInstruction: {
                  typeCode: "58",
                  transfers: [{ paymentAccountIdentifier: unbroken(transfer.iban) }],
                },
              }
            : means && means !== "transfer"
              ? { paymentInstruction: { typeCode: meansCodes[means] } }
              : {}),
          vatBreakdown: [
            {
              calculatedAmount: euros(content.vatAmount),
              typeCode: "VAT",
              basisAmount: euros(content.net),
              ...tax,
              ...(content.vat.vatMode === "franchise"
                ? { exemptionReasonText: franchiseWording.text, exemptionReasonCode: "VATEX-FR-FRANCHISE" }
                : { dueDateTypeCode: content.vat.vatOnDebits ? "5" : "72" }),
            },
          ],
          invoicingPeriod: { startDate: dateOf(first), endDate: dateOf(last) },
          paymentTerms: { description: termsOf(content), ...(due > 0 && { dueDate: dateOf(content.issuedOn) }) },
          monetarySummation: {
            lineTotalAmount: euros(content.net),
            taxBasisTotalAmount: euros(content.net),
            taxTotal: { amount: euros(content.vatAmount), currencyCode: "EUR" },
            grandTotalAmount: euros(content.total),
            ...(due < content.total && { paidAmount: euros(content.total - due) }),
            duePayableAmount: euros(due),
          },
          precendingInvoices: preceding.map((each) => ({ reference: each.number, issueDate: dateOf(each.issuedOn) })),
        },
      },
    } as Parameters<typeof invoicer.create>[0])
    .toXML()
}

/** Leaves out the signs that XML forbids, which the library writes as they are; a line end is a space, as in the PDF. */
function xmlText(text: string): string {
  return text
    .replace(/\s*[\n\r\v\f\u0085\u2028\u2029]\s*/g, " ")
    .replace(/[^\t\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|\p{Cc}/gu, "")
}

/**
 * The library, in version 0.1.0, has no key in this profile for the place of delivery (BG-13) nor for the buyer's SIREN
 * (BT-47), and leaves them out: we read the profile with them.
 */
function withMissingKeys(profile: typeof En16931Profile): typeof En16931Profile {
  const { schema } = profile
  const { transaction } = schema
  const { tradeDelivery, tradeAgreement } = transaction.shape
  const keyed = (key: string) => ({ key, type: "object", required: false, shape: {} }) as const
  const { buyer } = tradeAgreement.shape
  const { organization } = buyer.shape
  const registered = { ...organization.shape, registrationIdentifier: keyed("BT-47") }
  const buyerShape = { ...buyer.shape, organization: { ...organization, key: "BT-47-00", shape: registered } }
  const shape = {
    ...transaction.shape,
    tradeAgreement: { ...tradeAgreement, shape: { ...tradeAgreement.shape, buyer: { ...buyer, shape: buyerShape } } },
    tradeDelivery: { ...tradeDelivery, shape: { ...tradeDelivery.shape, shipTo: keyed("BG-13") } },
  }
  const own = { ...profile, schema: { ...schema, transaction: { ...transaction, shape } } }
  return {
    ...profile,
    parse: ({ context, data }) =>
      profile.parse({ context: { ...context, mergeSchemas: () => context.mergeSchemas(own) }, data }),
  }
}

/** What sort of deal it is, as the French platforms call it: a service, paid already, or the final one after a down payment. */
function businessProcess(content: InvoiceContent): "S1" | "S2" | "S4" {
  if (content.deductions.length > 0) return "S4"
  return addedBy(content) > 0 && leftToPay(content) === 0 ? "S2" : "S1"
}

function taxOf({ vat }: InvoiceContent) {
  return vat.vatMode === "franchise"
    ? { categoryCode: "E" as const, rateApplicablePercent: "0.00" }
    : rateOf(vat) === 0
      ? { categoryCode: "Z" as const, rateApplicablePercent: "0.00" }
      : { categoryCode: "S" as const, rateApplicablePercent: (rateOf(vat) / 100).toFixed(2) }
}

function termsOf(content: InvoiceContent): string {
  if (content.kind === "credit-note") return "Avoir remboursé ou déduit de ce qui est dû."
  return leftToPay(content) > 0 ? "À payer à réception." : "Payée."
}

function postalAddress({ street, zipCode, city }: { street: string; zipCode: string; city: string }) {
  return {
    ...(street && { line1: street }),
    ...(zipCode && { postCode: zipCode }),
    ...(city && { city }),
    countryCode: "FR" as const,
  }
}

/** Noon in UTC: the library writes the day of its own zone. */
function dateOf(day: Day): Date {
  return new Date(`${day}T12:00:00Z`)
}

function euros(cents: Cents): string {
  return (cents / 100).toFixed(2)
}
