import { asc, eq } from "drizzle-orm"
import { type CompanyOrder, withCompany } from "../../domain/accounts/company-order.ts"
import type { BookingId, ContractId } from "../../domain/id.ts"
import { billingAddressOf } from "../../domain/booking/home.ts"
import { placeLine } from "../../domain/booking/booking.ts"
import { siretLabel } from "../../domain/printed-numbers.ts"
import { phoneLabel } from "../../domain/phone.ts"
import { UNKNOWN_CLIENT_ADDRESS } from "../../domain/contracts/contract-facts.ts"
import { dayInParis } from "../../domain/day.ts"
import type { InstalmentRow } from "../../domain/finance/payment.ts"
import { type Instalment, paymentSchedule } from "../../domain/finance/payment-schedule.ts"
import { nameWithParts } from "../../domain/rental/parts.ts"
import { rentalRangeLabel } from "../../domain/rental/rental-times.ts"
import { type Rental, firstDay, nameRental, periodOfRentals } from "../../domain/rental/rental.ts"
import { type SiteConfig, readSiteConfig } from "../shop/content/site.ts"
import { db } from "../platform/database.server.ts"
import { environment } from "../platform/environment.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { instalments } from "../platform/schema/money.ts"
import { quotes } from "../platform/schema/quotes.ts"
import { readRentals } from "./rentals.ts"
import type { ContractDocument, DocumentCompany } from "../platform/documents/contract-page.ts"

/** The company and the client's name are today's: only for typesetting a new version. null once retention has erased the text. */
export async function readContractDocument(contractId: ContractId): Promise<ContractDocument | null> {
  const [row] = await db
    .select({ contract: contracts, booking: bookings, client: profiles })
    .from(contracts)
    .innerJoin(bookings, eq(bookings.id, contracts.bookingId))
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(eq(contracts.id, contractId))
  if (!row?.contract.content) return null
  const { contract, booking } = row
  const client = withCompany(row.client, booking.company)
  const { content } = row.contract
  const { agreement, total, priceLines, version, createdAt, sha256 } = contract
  const rentals = contract.booked?.rentals ?? (await readRentals([booking.id])).get(booking.id) ?? []
  const booked = contract.booked ?? booking
  const period = periodOfRentals(rentals)
  const { isDelivery, distance } = booked
  const business = client.clientType === "business"
  // An older text names the saved address.
  const frozen = contract.booked?.clientAddress
  const address = frozen === undefined ? billingAddressOf(client, booked) : frozen
  const lines = [
    business ? `représenté par ${client.businessContactName ?? client.name}` : "",
    business && client.businessSiret ? `SIRET ${siretLabel(client.businessSiret)}` : "",
    ...referenceLines(booking.company),
    ...(address ? [address.street, `${address.zipCode} ${address.city}`.trim()] : [UNKNOWN_CLIENT_ADDRESS]),
    client.email,
    client.phone ? phoneLabel(client.phone) : "",
  ]
  return {
    number: booking.number,
    version,
    madeAt: createdAt,
    company: toDocumentCompany(await readSiteConfig(db)),
    origin: environment.origin,
    client: {
      name: (business && client.businessName) || client.name,
      lines: lines.filter((line) => line !== ""),
      consumer: !business,
    },
    rentals: rentals.map(toPrintedRental),
    priceLines,
    delivery: isDelivery
      ? `${placeLine(booked.address)}, ${distance.toLocaleString("fr-FR")}\u00a0km aller et retour`
      : "",
    total,
    agreement,
    instalments: await readInstalments(contract.id, () =>
      paymentSchedule({ total, firstDay: firstDay(period) }, agreement, dayInParis(createdAt)),
    ),
    content,
    sha256,
    annex: version === 1 ? await readAnnex(booking.id) : null,
  }
}

export function toPrintedRental(rental: Rental): ContractDocument["rentals"][number] {
  return {
    ...nameRental({ ...rental, productName: nameWithParts(rental) }),
    range: rentalRangeLabel(rental),
  }
}

async function readAnnex(bookingId: BookingId): Promise<ContractDocument["annex"]> {
  const [quote] = await db.select({ annex: quotes.annex }).from(quotes).where(eq(quotes.bookingId, bookingId))
  return quote?.annex ?? null
}

function referenceLines(company: CompanyOrder | null): string[] {
  if (company === null) return []
  const { purchaseOrder, buyerReference } = company
  return [purchaseOrder && `Bon de commande ${purchaseOrder}`, buyerReference && `Référence acheteur ${buyerReference}`]
}

/** Older versions have no instalment rows. */
async function readInstalments(contractId: ContractId, fallback: () => Instalment[]): Promise<InstalmentRow[]> {
  const { kind, amount, dueOn } = instalments
  const rows = await db
    .select({ kind, amount, dueOn })
    .from(instalments)
    .where(eq(instalments.contractId, contractId))
    .orderBy(asc(instalments.position))
  return rows.length > 0 ? rows : fallback()
}

/** R123-237 of the commercial code requires the legal line. */
export function toDocumentCompany(config: SiteConfig): DocumentCompany {
  const capital = config.shareCapital ? ` au capital de ${config.shareCapital}` : ""
  const legal = [
    `${config.companyName}${config.legalForm ? `, ${config.legalForm}${capital}` : ""}`,
    config.companySiret && `SIRET ${siretLabel(config.companySiret)}`,
    config.companyRcs && `RCS ${config.companyRcs}`,
    config.vatNumber && `TVA ${config.vatNumber}`,
  ]
  return {
    name: config.companyName,
    address: config.companyAddress,
    phone: config.companyPhone && phoneLabel(config.companyPhone),
    email: config.companyEmail,
    legalLine: legal.filter(Boolean).join(" · "),
  }
}
