import { and, asc, eq } from "drizzle-orm"
import { type CompanyOrder, withCompany } from "../../../domain/accounts/company-order.ts"
import type { Agreement } from "../../../domain/booking/agreement.ts"
import { billingAddressOf } from "../../../domain/booking/home.ts"
import { siretDigits } from "../../../domain/printed-numbers.ts"
import type { Day } from "../../../domain/day.ts"
import type { VatMode } from "../../../domain/finance/vat-wording.ts"
import type { PostalAddress } from "../../../domain/booking/booking.ts"
import type { Buyer, Seller } from "../../../domain/invoicing/invoice.ts"
import type { InvoicedFacts } from "../../../domain/invoicing/write-invoice.ts"
import { rentalDays } from "../../../domain/rental/rental.ts"
import { type SiteConfig, readSiteConfig } from "../../shop/content/site.ts"
import type { Executor } from "../../platform/database.server.ts"
import { toDocumentCompany } from "../../booking-record/contract-document.ts"
import { readFinanceSettings } from "../../shop/settings/queries.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { contracts } from "../../platform/schema/bookings.ts"
import type { Booking } from "../../booking-record/booking.ts"

/** null while the company lacks a legally required fact. */
export async function readInvoicedFacts(
  executor: Executor,
  booking: Booking,
  issuedOn: Day,
): Promise<InvoicedFacts | null> {
  const agreement = await readAgreement(executor, booking)
  const vat = agreement ?? (await readFinanceSettings(executor))
  const seller = toSeller(await readSiteConfig(executor), vat.vatMode)
  const [client] = await executor.select().from(profiles).where(eq(profiles.id, booking.userId))
  if (!seller || !client) return null
  const { number, productName, isDelivery, address } = booking
  const { street, zipCode, city } = address
  const place = { street, zipCode, city }
  return {
    issuedOn,
    booking: { number, product: productName, days: rentalDays(booking) },
    seller,
    buyer: toBuyer(client, booking),
    delivery: isDelivery ? place : null,
    vat: { vatMode: vat.vatMode, vatRate: vat.vatRate, vatOnDebits: vat.vatOnDebits },
    transfer: agreement?.transfer ?? { iban: null, reference: `Réservation ${number}` },
  }
}

async function readAgreement(executor: Executor, { id, agreement }: Booking): Promise<Agreement | null> {
  const rows = await executor
    .select({ agreement: contracts.agreement })
    .from(contracts)
    .where(and(eq(contracts.bookingId, id), eq(contracts.status, "signed")))
    .orderBy(asc(contracts.version))
  return rows.at(-1)?.agreement ?? agreement
}

export type MissingInvoiceFact = "companyName" | "companyAddress" | "companySiret" | "vatNumber"

/** Required on every invoice (art. 242 nonies A of annex II to the CGI). */
export function findMissingInvoiceFacts(config: SiteConfig, vatMode: VatMode): MissingInvoiceFact[] {
  return [
    ...(config.companyName.trim() ? [] : ["companyName" as const]),
    ...(config.companyAddress?.trim() ? [] : ["companyAddress" as const]),
    ...(config.companySiret && siretDigits(config.companySiret) ? [] : ["companySiret" as const]),
    ...(vatMode === "franchise" || config.vatNumber?.trim() ? [] : ["vatNumber" as const]),
  ]
}

function toSeller(config: SiteConfig, vatMode: VatMode): Seller | null {
  const siret = config.companySiret && siretDigits(config.companySiret)
  if (!siret || findMissingInvoiceFacts(config, vatMode).length > 0) return null
  return {
    name: config.companyName,
    address: parseAddress(config.companyAddress ?? ""),
    phone: config.companyPhone,
    email: config.companyEmail,
    siret,
    vatNumber: config.vatNumber?.trim() || null,
    legalLine: toDocumentCompany(config).legalLine,
  }
}

function parseAddress(line: string): PostalAddress {
  const [, street = "", zipCode = "", city = ""] = /^(.*?)[\s,]+(\d{5})\s+([^,\d]+)$/s.exec(line.trim()) ?? []
  return zipCode ? { street, zipCode, city: city.trim() } : { street: line.trim(), zipCode: "", city: "" }
}

function toBuyer(profile: typeof profiles.$inferSelect, booking: Booking): Buyer {
  const client = withCompany(profile, booking.company)
  const isBusiness = client.clientType === "business"
  const { name } = client
  const siret = isBusiness && client.businessSiret ? siretDigits(client.businessSiret) : null
  const company = isBusiness && client.businessName ? client.businessName : null
  return {
    name: company ?? name,
    contact: company ? (client.businessContactName ?? name) : null,
    address: billingAddressOf(client, booking),
    isBusiness,
    siren: siret ? siret.slice(0, 9) : null,
    vatNumber: isBusiness ? client.businessVat?.trim() || null : null,
    ...(booking.company && toReferences(booking.company)),
  }
}

function toReferences({ purchaseOrder, buyerReference }: CompanyOrder): Pick<Buyer, "purchaseOrder" | "reference"> {
  return { ...(purchaseOrder && { purchaseOrder }), ...(buyerReference && { reference: buyerReference }) }
}
