import { existsSync, readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { XMLParser } from "fast-xml-parser"

/**
 * Rules of EN 16931 that our invoices touch, written from its text and not from our code; the publisher's own checker
 * (`publishedRules`) runs too where it is installed.
 */
export function brokenRules(xml: string): string[] {
  const invoice = read(xml)
  const header = invoice.one("ExchangedDocument")
  const trade = invoice.one("SupplyChainTradeTransaction")
  const agreement = trade.one("ApplicableHeaderTradeAgreement")
  const settlement = trade.one("ApplicableHeaderTradeSettlement")
  const sums = settlement.one("SpecifiedTradeSettlementHeaderMonetarySummation")
  const lines = trade.all("IncludedSupplyChainTradeLineItem")
  const breakdown = settlement.all("ApplicableTradeTax")
  const seller = agreement.one("SellerTradeParty")
  const buyer = agreement.one("BuyerTradeParty")
  const registrations = seller.all("SpecifiedTaxRegistration/ID")
  const vatNumbers = [...registrations, ...buyer.all("SpecifiedTaxRegistration/ID")].filter(isVatNumber)
  const means = settlement.all("SpecifiedTradeSettlementPaymentMeans")
  const delivery = trade.one("ApplicableHeaderTradeDelivery")
  const [net, taxed, vat, total] = [
    sums.cents("LineTotalAmount"),
    sums.cents("TaxBasisTotalAmount"),
    sums.cents("TaxTotalAmount"),
    sums.cents("GrandTotalAmount"),
  ]
  const due = sums.cents("DuePayableAmount")
  const adjustments = settlement.all("SpecifiedTradeAllowanceCharge")
  const [allowances, charges] = ["false", "true"].map((isCharge) =>
    adjustments.filter((each) => each.text("ChargeIndicator/Indicator") === isCharge),
  ) as [Element[], Element[]]
  const period = settlement.one("BillingSpecifiedPeriod")
  const schemes = invoice.deep("schemeID").filter((scheme) => scheme !== "VA" && scheme !== "FC")

  const rules: [string, boolean][] = [
    ["BR-01", invoice.has("ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID")],
    ["BR-02", header.has("ID")],
    ["BR-03", /^\d{8}$/.test(header.text("IssueDateTime/DateTimeString"))],
    ["BR-04", header.has("TypeCode")],
    ["BR-CL-01", ["380", "381", "386"].includes(header.text("TypeCode"))],
    ["BR-05", settlement.has("InvoiceCurrencyCode")],
    ["BR-CL-03", invoice.deep("currencyID").every((code) => code === settlement.text("InvoiceCurrencyCode"))],
    ["BR-06", seller.has("Name")],
    ["BR-07", buyer.has("Name")],
    ["BR-08", seller.has("PostalTradeAddress")],
    ["BR-09", seller.has("PostalTradeAddress/CountryID")],
    ["BR-10", buyer.has("PostalTradeAddress")],
    ["BR-11", buyer.has("PostalTradeAddress/CountryID")],
    ["BR-CL-14", invoice.deep("CountryID").every((code) => code === "FR")],
    ["BR-CL-10", schemes.every((scheme) => scheme === "0002")],
    ["BR-12", sums.has("LineTotalAmount")],
    ["BR-13", sums.has("TaxBasisTotalAmount")],
    ["BR-14", sums.has("GrandTotalAmount")],
    ["BR-15", sums.has("DuePayableAmount")],
    ["BR-16", lines.length > 0],
    ["BR-21", lines.every((line) => line.has("AssociatedDocumentLineDocument/LineID"))],
    ["BR-22", lines.every((line) => line.has("SpecifiedLineTradeDelivery/BilledQuantity"))],
    [
      "BR-23",
      lines.every((line) => line.all("SpecifiedLineTradeDelivery/BilledQuantity")[0]?.text("unitCode") === "C62"),
    ],
    ["BR-24", lines.every((line) => line.has(LINE_TOTAL))],
    ["BR-25", lines.every((line) => line.has("SpecifiedTradeProduct/Name"))],
    ["BR-26", lines.every((line) => line.has(LINE_PRICE))],
    ["BR-27", lines.every((line) => line.cents(LINE_PRICE) >= 0)],
    ["BR-29", period.text("EndDateTime/DateTimeString") >= period.text("StartDateTime/DateTimeString")],
    ["BR-45", breakdown.every((each) => each.has("BasisAmount"))],
    ["BR-46", breakdown.every((each) => each.has("CalculatedAmount"))],
    ["BR-47", breakdown.every((each) => each.has("CategoryCode"))],
    ["BR-48", breakdown.every((each) => each.has("RateApplicablePercent"))],
    ["BR-49", means.every((each) => each.has("TypeCode"))],
    ["BR-CL-16", means.every((each) => ["1", "10", "20", "48", "58"].includes(each.text("TypeCode")))],
    [
      // BR-61, which has this number for a CII.
      "CII-SR-470",
      means.every(
        (each) =>
          !["30", "58"].includes(each.text("TypeCode")) || each.has("PayeePartyCreditorFinancialAccount/IBANID"),
      ),
    ],
    ["BR-55", settlement.all("InvoiceReferencedDocument").every((preceding) => preceding.has("IssuerAssignedID"))],
    ["BR-57", delivery.all("ShipToTradeParty/PostalTradeAddress").every((address) => address.has("CountryID"))],
    ["BR-CO-03", breakdown.every((each) => !(each.has("TaxPointDate") && each.has("DueDateTypeCode")))],
    ["BR-CO-04", lines.every((line) => line.has(`${LINE_TAX}/CategoryCode`))],
    ["BR-CO-09", vatNumbers.every((number) => number.text().startsWith("FR"))],
    ["BR-CO-10", net === sumAmounts(lines.map((line) => line.cents(LINE_TOTAL)))],
    ["BR-CO-11", allowances.length === 0 || sums.cents("AllowanceTotalAmount") === sumAmounts(allowances.map(actual))],
    ["BR-CO-12", charges.length === 0 || sums.cents("ChargeTotalAmount") === sumAmounts(charges.map(actual))],
    ["BR-CO-13", taxed === net + sumAmounts(adjustments.map(signed))],
    ["BR-31", adjustments.every((each) => actual(each) >= 0)],
    ["BR-32", adjustments.every((each) => each.has("CategoryTradeTax/CategoryCode"))],
    ["BR-33", adjustments.every((each) => each.has("Reason"))],
    ["BR-CO-14", vat === sumAmounts(breakdown.map((each) => each.cents("CalculatedAmount")))],
    ["BR-CO-15", total === taxed + vat],
    ["BR-CO-16", due === total - (sums.has("TotalPrepaidAmount") ? sums.cents("TotalPrepaidAmount") : 0)],
    ["BR-CO-18", breakdown.length > 0],
    ["BR-CO-25", due <= 0 || settlement.has("SpecifiedTradePaymentTerms/DueDateDateTime")],
    ["BR-CO-26", seller.has("SpecifiedLegalOrganization/ID") || registrations.some(isVatNumber)],
    ["BR-DEC", invoice.amounts().every((amount) => /^-?\d+(\.\d{1,2})?$/.test(amount))],
    ["BR-CL-17", breakdown.every((each) => ["S", "Z", "E"].includes(each.text("CategoryCode")))],
    ...breakdown.flatMap((each) => categoryRules(each, { lines, adjustments, registrations })),
  ]
  return rules.filter(([, holds]) => !holds).map(([rule]) => rule)
}

const LINE_TOTAL = "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount"
const LINE_PRICE = "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount"
const LINE_TAX = "SpecifiedLineTradeSettlement/ApplicableTradeTax"

/** VAT categories: standard rated (S), zero rated (Z), exempt (E). */
function categoryRules(
  tax: Element,
  {
    lines,
    adjustments,
    registrations,
  }: { lines: readonly Element[]; adjustments: readonly Element[]; registrations: readonly Element[] },
): [string, boolean][] {
  const category = tax.text("CategoryCode")
  const rate = Number(tax.text("RateApplicablePercent"))
  const own = lines.filter((line) => line.text(`${LINE_TAX}/CategoryCode`) === category)
  const ownAdjustments = adjustments.filter((each) => each.text("CategoryTradeTax/CategoryCode") === category)
  const [basis, amount] = [tax.cents("BasisAmount"), tax.cents("CalculatedAmount")]
  const says = tax.has("ExemptionReason") || tax.has("ExemptionReasonCode")
  const name = `BR-${category}`
  return [
    [`${name}-01`, own.length === lines.length],
    [`${name}-02`, registrations.some((each) => category !== "S" || isVatNumber(each))],
    [`${name}-05`, own.every((line) => Number(line.text(`${LINE_TAX}/RateApplicablePercent`)) === rate)],
    [`${name}-08`, basis === sumAmounts([...own.map((line) => line.cents(LINE_TOTAL)), ...ownAdjustments.map(signed)])],
    // BR-CO-17 allows a cent, since VAT is derived from the total here (D30).
    [`${name}-09`, category === "S" ? Math.abs(amount - (basis * rate) / 100) <= 1 : amount === 0],
    [`${name}-rate`, category === "S" ? rate > 0 : rate === 0],
    [`${name}-10`, says === (category === "E")],
  ]
}

function actual(adjustment: Element): number {
  return adjustment.cents("ActualAmount")
}

function signed(adjustment: Element): number {
  return adjustment.text("ChargeIndicator/Indicator") === "true" ? actual(adjustment) : -actual(adjustment)
}

function isVatNumber(registration: Element): boolean {
  return registration.text("schemeID") === "VA"
}

function sumAmounts(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

type Element = {
  all: (path: string) => Element[]
  one: (name: string) => Element
  has: (path: string) => boolean
  /** Empty when the element is missing. */
  text: (path?: string) => string
  /** NaN when the element is missing. */
  cents: (path: string) => number
  /** All texts under that name, at any depth. */
  deep: (name: string) => string[]
  amounts: () => string[]
}

function read(xml: string): Element {
  const parsed: unknown = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
  }).parse(xml)
  return element(parsed).one("CrossIndustryInvoice")
}

function element(value: unknown): Element {
  const all = (path: string) =>
    path.split("/").reduce<unknown[]>((nodes, name) => nodes.flatMap((each) => readChildren(each, name)), [value])
  const text = (path?: string) => readText(path === undefined ? value : all(path)[0])
  const deep = (name: RegExp) => findDeep(value, name).map(readText)
  return {
    all: (path) => all(path).map(element),
    one: (name) => element(all(name)[0]),
    has: (path) => text(path) !== "" || isObject(all(path)[0]),
    text,
    cents: (path) => (text(path) === "" ? Number.NaN : Math.round(Number(text(path)) * 100)),
    deep: (name) => deep(new RegExp(`^${name}$`)),
    amounts: () => deep(/Amount$/),
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null
}

function readChildren(value: unknown, name: string): unknown[] {
  const child = isObject(value) ? value[name] : undefined
  return child === undefined ? [] : Array.isArray(child) ? child : [child]
}

function findDeep(value: unknown, name: RegExp): unknown[] {
  if (Array.isArray(value)) return value.flatMap((each) => findDeep(each, name))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, child]) => [
    ...(name.test(key) ? [child].flat() : []),
    ...findDeep(child, name),
  ])
}

/** The parser puts the text of an element with attributes beside them. */
function readText(value: unknown): string {
  if (typeof value === "string") return value
  return isObject(value) && typeof value["#text"] === "string" ? value["#text"] : ""
}

/** The publisher's rules, compiled for Saxon: beside the project, or at `EN16931_RULES`. */
const published = process.env.EN16931_RULES ?? "../shared/tools/en16931/cii-1.3.16.sef.json.gz"

/** null where the publisher's checker is not installed. */
export const publishedRules = existsSync(published) ? await publisher() : null

async function publisher() {
  const { default: saxon } = await import("saxonjs-he")
  const stylesheetInternal: unknown = JSON.parse(gunzipSync(readFileSync(published)).toString("utf8"))
  return (sourceText: string): string[] => {
    const report = saxon.transform(
      { stylesheetInternal, sourceText, destination: "serialized" },
      "sync",
    ).principalResult
    // Guards against a checker that runs no rule.
    if ((report.match(/<svrl:fired-rule/g)?.length ?? 0) < 50) throw new Error("The rules were not asked")
    return [...report.matchAll(/<svrl:failed-assert[\s\S]*?<svrl:text>([\s\S]*?)<\/svrl:text>/g)].map(([, text = ""]) =>
      text.trim(),
    )
  }
}
