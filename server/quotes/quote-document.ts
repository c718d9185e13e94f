import { eq } from "drizzle-orm"
import { withCompany } from "../../domain/accounts/company-order.ts"
import { placeLine } from "../../domain/booking/booking.ts"
import { clientAddressOf } from "../../domain/booking/home.ts"
import { dayInParis } from "../../domain/day.ts"
import { instalmentsIfSigned } from "../../domain/finance/payment-schedule.ts"
import type { QuoteId } from "../../domain/id.ts"
import { siretLabel } from "../../domain/printed-numbers.ts"
import { phoneLabel } from "../../domain/phone.ts"
import { orderOf, withHome } from "../../domain/quotes/buyer.ts"
import { toDocumentCompany, toPrintedRental } from "../booking-record/contract-document.ts"
import { type Executor, db } from "../platform/database.server.ts"
import type { QuoteDocument } from "../platform/documents/quote-page.ts"
import { quotes } from "../platform/schema/quotes.ts"
import { readSiteConfig } from "../shop/content/site.ts"
import { readQuoteClient } from "./open-quote.ts"
import { type QuoteRow, type SentVersion, listSentVersions } from "./quote-rows.ts"
import { readQuoteTerms } from "./quote-terms.ts"
import { rowOfChoice } from "./quoted-booking.ts"

type ToPrint = { quote: QuoteRow; version: SentVersion; ticked?: readonly string[]; signedAt?: Date }

export async function readQuoteDocument(
  { quote, version, ticked = [], signedAt = version.sentAt }: ToPrint,
  executor: Executor = db,
): Promise<QuoteDocument> {
  const { sentAt, validUntil, extras, message } = version
  const row = rowOfChoice({ version, ticked })
  const terms = await readQuoteTerms(version, executor)
  const delivery = `${placeLine(row.address)}, ${row.distance.toLocaleString("fr-FR")}\u00a0km aller et retour`
  return {
    number: quote.number,
    version: version.version,
    sentAt,
    validUntil,
    company: toDocumentCompany(await readSiteConfig(executor)),
    client: await readPrintedClient({ quote, version }, executor),
    rentals: row.rentals.map(toPrintedRental),
    priceLines: row.priceLines,
    delivery: row.isDelivery ? delivery : "",
    total: row.total,
    extras,
    ticked,
    message,
    terms,
    instalments: instalmentsIfSigned(row, terms, dayInParis(signedAt)),
  }
}

async function readPrintedClient({ quote, version }: ToPrint, executor: Executor): Promise<QuoteDocument["client"]> {
  const reader = await readQuoteClient(quote, executor)
  if (!reader) return { name: "", lines: [] }
  const client = withHome(withCompany(reader, orderOf(quote.buyer)), quote.buyer)
  const address = clientAddressOf(client, version.row)
  const isCompany = client.clientType === "business"
  const purchaseOrder = quote.buyer.company?.purchaseOrder
  const lines = [
    isCompany ? `représenté par ${client.businessContactName ?? client.name}` : "",
    isCompany && client.businessSiret ? `SIRET ${siretLabel(client.businessSiret)}` : "",
    purchaseOrder ? `Bon de commande ${purchaseOrder}` : "",
    ...(address ? [address.street, `${address.zipCode} ${address.city}`.trim()] : []),
    client.email,
    client.phone ? phoneLabel(client.phone) : "",
  ]
  return { name: (isCompany && client.businessName) || client.name, lines: lines.filter((line) => line !== "") }
}

/** The owner reads any version; null for one that was not sent. */
export async function readQuotePdf(quoteId: QuoteId, number: number | null = null): Promise<Uint8Array | null> {
  const [quote] = await db.select().from(quotes).where(eq(quotes.id, quoteId))
  const versions = await listSentVersions(quoteId)
  const version = number === null ? versions.at(-1) : versions.find((each) => each.version === number)
  if (!quote || !version) return null
  const { quotePdf } = await import("../platform/documents/quote-page.ts")
  const document = await readQuoteDocument({ quote, version })
  const accepted = version === versions.at(-1) ? quote.annex : null
  return quotePdf(document, accepted ?? undefined)
}
