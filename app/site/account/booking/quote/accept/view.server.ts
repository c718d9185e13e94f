import { href } from "react-router"
import { withCompany } from "../../../../../../domain/accounts/company-order.ts"
import { placeLine } from "../../../../../../domain/booking/booking.ts"
import { clientAddressOf, proposedHome } from "../../../../../../domain/booking/home.ts"
import { noHours } from "../../../../../../domain/booking/hours.ts"
import { needsEarlyPerformance, withdrawalPeriod } from "../../../../../../domain/booking/withdrawal.ts"
import { dayInParis } from "../../../../../../domain/day.ts"
import { instalmentsIfSigned } from "../../../../../../domain/finance/payment-schedule.ts"
import { type QuoteCompany, orderOf, withHome } from "../../../../../../domain/quotes/buyer.ts"
import { quoteDifferences } from "../../../../../../domain/quotes/differences.ts"
import { termsNumber } from "../../../../../../server/contracts/signing-terms.ts"
import { renderMarkdown } from "../../../../../../server/platform/rendering/markdown.ts"
import { type OpenedQuote, type QuoteClient, readQuoteClient } from "../../../../../../server/quotes/open-quote.ts"
import { readQuoteTerms } from "../../../../../../server/quotes/quote-terms.ts"
import { previewContract, rowOfChoice } from "../../../../../../server/quotes/quoted-booking.ts"
import { freezeCurrentTerms } from "../../../../../../server/shop/content/legal.ts"
import { readFinanceSettings, warehouseLine } from "../../../../../../server/shop/settings/queries.ts"
import { companyFields as field } from "../../../../../kit/company-fields.ts"
import { summarizeRentals } from "../../signing-view.server.ts"
import { ROLE_FIELD } from "../intents.ts"
import { readTaken } from "../view.server.ts"
import type { AcceptanceView } from "./view.ts"

/** null for a customer whose data were erased. */
export async function readAcceptanceView(
  opened: OpenedQuote,
  { secret, options, at }: { secret: string; options: readonly string[]; at: Date },
): Promise<AcceptanceView | null> {
  const { quote, version, earlier } = opened
  const reader = await readQuoteClient(quote)
  if (!reader) return null
  const ticked = version.extras.map(({ id }) => id).filter((id) => options.includes(id))
  const choice = { quote, version, ticked }
  const row = rowOfChoice(choice)
  const [contract, termsVersion, settings, terms, taken] = await Promise.all([
    previewContract(choice, reader, at),
    freezeCurrentTerms(),
    readFinanceSettings(),
    readQuoteTerms(version),
    readTaken(opened, reader, at),
  ])
  const client = withHome(withCompany(reader, orderOf(quote.buyer)), quote.buyer)
  const rule = { clientType: client.clientType, withdrawalDays: terms.withdrawalDays }
  const home = clientAddressOf(client, row)
  const isConsumer = client.clientType === "individual"
  return {
    number: quote.number,
    version: version.version,
    ticked,
    validUntil: version.validUntil,
    contract: contract && {
      id: quote.id,
      sha256: contract.sha256,
      html: renderMarkdown(contract.content, { topLevel: 3, bareLinks: false }).html,
    },
    summary: {
      rentals: summarizeRentals(row, noHours, at),
      isDelivery: row.isDelivery,
      place: placeLine(row.address),
      warehouse: warehouseLine(settings),
      at,
      total: row.total,
      vatMode: terms.vatMode,
      instalments: instalmentsIfSigned(row, terms, dayInParis(at)),
      securityDeposit: terms.securityDeposit,
      withdrawUntil: withdrawalPeriod(at, rule)?.lastDay ?? null,
      isConsumer,
    },
    ticksNeeded: needsEarlyPerformance(row.firstDay, at, rule),
    terms: { version: termsVersion, number: termsNumber(termsVersion), changes: null },
    homeQuestion:
      home === null
        ? { place: row.address, proposed: proposedHome(reader, row.address), isCompany: !isConsumer }
        : null,
    company: companyView(reader, quote.buyer.company ?? null, settings.iban !== null),
    change: earlier && { since: earlier.version, lines: quoteDifferences(earlier, version) },
    taken,
    back: href("/devis/:secret", { secret }),
  }
}

function companyView(
  client: QuoteClient,
  company: QuoteCompany | null,
  mayPayByInvoice: boolean,
): AcceptanceView["company"] {
  return {
    proposal: {
      isCompany: client.clientType === "business",
      name: client.businessName ?? "",
      siret: client.businessSiret ?? "",
      contact: client.businessContactName ?? client.name,
      mayPayByInvoice,
    },
    values: company
      ? {
          [field.tick]: "oui",
          [field.name]: company.name,
          [field.siret]: company.siret,
          [field.contact]: company.contact,
          [field.purchaseOrder]: company.purchaseOrder,
          [field.buyerReference]: company.buyerReference,
          [field.payment]: company.invoiceDueDays === null ? "card" : "invoice",
          [ROLE_FIELD]: company.role,
        }
      : {},
  }
}
