import type { CompanyOrder } from "../accounts/company-order.ts"
import type { ClientType } from "../accounts/business.ts"
import { photosLabel } from "../pricing/prints.ts"
import type { Terms } from "../booking/agreement.ts"
import { type HomeColumns, clientAddressOf } from "../booking/home.ts"
import { type BookingAddress, addressLine, placeLine } from "../booking/booking.ts"
import { contractDue, cancelsUnsignedBooking } from "../booking/deadlines.ts"
import {
  type LegalConfig,
  type LegalFinance,
  optionalFact,
  requiredFact,
  legalFacts,
  legalFactNames,
  escapeLine,
} from "../content/legal-facts.ts"
import type { LegalFact, LegalFacts } from "../content/legal-template.ts"
import { siretLabel } from "../printed-numbers.ts"
import { phoneLabel } from "../phone.ts"
import { type Day, dayInParis } from "../day.ts"
import { dayMedium, instantLong } from "../day-labels.ts"
import { paymentSchedule } from "../finance/payment-schedule.ts"
import { type Cents, formatMoney } from "../money.ts"
import { daysLabel, lineLabel } from "../pricing/price-labels.ts"
import type { StoredPrice } from "../pricing/stored-price.ts"
import { nameWithParts } from "../rental/parts.ts"
import { bookingRangeLabel, bookingTimesLabel } from "../rental/rental-times.ts"
import { type Rental, namesOfRentals, numberOfDays, periodOfRentals } from "../rental/rental.ts"

export type ContractBooking = {
  number: number
  rentals: readonly Rental[]
  isDelivery: boolean
  deliveryFee: Cents
  firstDay: Day
  lastDay: Day
  returnsOn: Day
  total: Cents
  address: BookingAddress
  distance: number
  createdAt: Date
  contractDueAt: Date | null
  priceLines: StoredPrice
  company: CompanyOrder | null
  terms: Terms
}

export type ContractClient = HomeColumns & {
  name: string
  email: string
  phone: string | null
  clientType: ClientType
  businessName: string | null
  businessSiret: string | null
  businessVat: string | null
  businessContactName: string | null
}

type ContractFrame = {
  origin: string
  at: Date
  version: number
  /** Stays in force until this one is signed (D59); null for a first contract. */
  replaces: number | null
}

export const contractFactNames = [
  "contrat.date",
  "contrat.version",
  "contrat.remplace",
  "reservation.numero",
  "reservation.produit",
  "reservation.dates",
  "reservation.premier-jour",
  "reservation.dernier-jour",
  "reservation.jours",
  "reservation.creneaux",
  "reservation.options",
  "reservation.livree",
  "reservation.remise",
  "reservation.adresse",
  "reservation.consignes",
  "reservation.distance",
  "reservation.demandee-le",
  "reservation.signer-avant",
  "reservation.annulee-sans-signature",
  "reservation.prix",
  "reservation.total",
  "reservation.frais-livraison",
  "reservation.acompte",
  "reservation.acompte-facture",
  "reservation.solde",
  "reservation.solde-le",
  "reservation.caution",
  "client.nom",
  "client.courriel",
  "client.telephone",
  "client.adresse",
  "client.professionnel",
  "client.entreprise",
  "client.siret",
  "client.tva",
  "client.contact",
  "client.commande",
  "client.reference",
  ...legalFactNames,
] as const

/** Blocks the signature until the home is known (D70). */
export const UNKNOWN_CLIENT_ADDRESS = "adresse à indiquer avant la signature"

/** Typed values are escaped (D26). */
export function contractFacts({
  booking,
  client,
  config,
  finance,
  origin,
  at,
  version,
  replaces,
}: ContractFrame & {
  booking: ContractBooking
  client: ContractClient
  config: LegalConfig
  finance: LegalFinance
}): Record<(typeof contractFactNames)[number], LegalFact> {
  const issuedOn = dayInParis(at)
  return {
    ...legalFacts(config, { ...finance, ...booking.terms }, { origin, publishedOn: issuedOn }),
    "contrat.date": requiredFact(dayMedium(issuedOn)),
    "contrat.version": requiredFact(String(version)),
    "contrat.remplace": optionalFact(replaces === null ? null : String(replaces), "aucun"),
    ...bookingFacts(booking, { at, replaces }),
    ...moneyFacts(booking, issuedOn),
    ...clientFacts(client, booking),
  }
}

function bookingFacts(booking: ContractBooking, { at, replaces }: Pick<ContractFrame, "at" | "replaces">) {
  const { number, rentals, firstDay, lastDay, returnsOn, address, isDelivery, distance, createdAt, contractDueAt } =
    booking
  const dueAt = contractDueAt ?? contractDue(at, firstDay, returnsOn)
  return {
    "reservation.numero": requiredFact(String(number)),
    "reservation.produit": requiredFact(escapeLine(namesOfRentals(rentals.map(withParts))) ?? "le matériel réservé"),
    "reservation.dates": requiredFact(bookingRangeLabel(withEscapedNames(rentals))),
    "reservation.premier-jour": requiredFact(dayMedium(firstDay)),
    "reservation.dernier-jour": requiredFact(dayMedium(lastDay)),
    "reservation.jours": requiredFact(daysLabel(numberOfDays(periodOfRentals(rentals)))),
    "reservation.creneaux": optionalFact(promisedWindows(withEscapedNames(rentals), isDelivery), "à convenir"),
    "reservation.options": optionalFact(optionList(rentals), "aucune option"),
    "reservation.livree": optionalFact(isDelivery ? "oui" : null, "non"),
    "reservation.remise": requiredFact(
      isDelivery ? "livraison et reprise par nos soins" : "retrait et retour à notre dépôt par vos soins",
    ),
    "reservation.adresse": requiredFact(escapeLine(placeLine(address)) ?? "l’adresse indiquée à la réservation"),
    "reservation.consignes": optionalFact(escapeLine(address.instructions), "aucune consigne particulière"),
    "reservation.distance": requiredFact(`${distance.toLocaleString("fr-FR")}\u00a0km aller et retour`),
    "reservation.demandee-le": requiredFact(dayMedium(dayInParis(createdAt))),
    "reservation.signer-avant": requiredFact(instantLong(dueAt)),
    // An unsigned change lapses; a started event takes place (decision 36).
    "reservation.annulee-sans-signature": optionalFact(
      replaces === null && cancelsUnsignedBooking(dueAt, firstDay) ? "oui" : null,
      "non",
    ),
  }
}

/** null for a pick-up, and on whole calendar days, whose hours are agreed each time. */
function promisedWindows(rentals: readonly Rental[], isDelivery: boolean): string | null {
  const arePromised = isDelivery && rentals.every(({ windows }) => windows !== null)
  return arePromised ? bookingTimesLabel(rentals, { isDelivery }) : null
}

function withEscapedNames(rentals: readonly Rental[]): Rental[] {
  return rentals.map((rental) => ({ ...rental, productName: escapeLine(nameWithParts(rental)) ?? "matériel" }))
}

function withParts(rental: Rental): Rental {
  return { ...rental, productName: nameWithParts(rental) }
}

function optionList(rentals: readonly Rental[]): string | null {
  const items = rentals.flatMap((rental) => {
    const owner = rentals.length > 1 ? `${escapeLine(rental.productName)}\u00a0: ` : ""
    return rentalOptions(rental).map((option) => `- ${owner}${option}`)
  })
  return items.length > 0 ? items.join("\n") : null
}

function rentalOptions(rental: Rental): string[] {
  const { options, photoPacks, photoPackQuantity } = rental
  const items = options.items.map(
    ({ name, quantity }) => `${escapeLine(name) ?? "option"}${quantity > 1 ? ` × ${quantity}` : ""}`,
  )
  if (photoPacks > 0)
    items.push(
      `Pack photo${photoPacks > 1 ? ` × ${photoPacks}` : ""}, ${photosLabel({ packs: photoPacks, perPack: photoPackQuantity, days: numberOfDays(rental) })}`,
    )
  return items
}

function moneyFacts(booking: ContractBooking, issuedOn: Day) {
  const { terms } = booking
  const schedule = paymentSchedule(booking, terms, issuedOn)
  const balance = schedule.find(({ dueOn }) => dueOn > issuedOn)
  const downPayment = schedule.find((instalment) => instalment !== balance)
  return {
    "reservation.prix": requiredFact(priceTable(booking)),
    "reservation.total": requiredFact(formatMoney(booking.total)),
    "reservation.frais-livraison": requiredFact(formatMoney(booking.isDelivery ? booking.deliveryFee : 0)),
    "reservation.acompte": requiredFact(formatMoney(downPayment?.amount ?? 0)),
    "reservation.acompte-facture": optionalFact(
      booking.company?.invoiceDueDays ? daysLabel(booking.company.invoiceDueDays) : null,
      "sans objet",
    ),
    "reservation.solde": optionalFact(balance ? formatMoney(balance.amount) : null, formatMoney(0)),
    "reservation.solde-le": optionalFact(balance ? dayMedium(balance.dueOn) : null, "à la signature"),
    "reservation.caution": optionalFact(
      terms.securityDeposit > 0 ? formatMoney(terms.securityDeposit) : null,
      "aucune caution",
    ),
  }
}

function priceTable(booking: ContractBooking): string {
  const rows = booking.priceLines.lines.map((line) => {
    const { label, detail } = lineLabel(line)
    return `| ${[label, detail].map((cell) => escapeLine(cell) ?? "").join(" | ")} | ${formatMoney(line.amount)} |`
  })
  return ["| Désignation | Détail | Montant |", "| --- | --- | --- |", ...rows].join("\n")
}

function clientFacts(client: ContractClient, booking: ContractBooking) {
  const address = clientAddressOf(client, booking)
  const business = client.clientType === "business"
  const businessFact = (text: string | null, neutral: string): LegalFact =>
    optionalFact(business ? escapeLine(text) : null, neutral)
  return {
    "client.nom": requiredFact(escapeLine(client.name) ?? "le client"),
    "client.courriel": requiredFact(escapeLine(client.email) ?? ""),
    "client.telephone": optionalFact(escapeLine(client.phone && phoneLabel(client.phone)), "non communiqué"),
    "client.adresse": optionalFact(address && escapeLine(addressLine(address)), UNKNOWN_CLIENT_ADDRESS),
    "client.professionnel": optionalFact(business ? "oui" : null, "non"),
    "client.entreprise": businessFact(client.businessName, "sans objet"),
    "client.siret": businessFact(client.businessSiret && siretLabel(client.businessSiret), "sans objet"),
    "client.tva": businessFact(client.businessVat, "sans objet"),
    "client.contact": businessFact(client.businessContactName, "sans objet"),
    "client.commande": optionalFact(escapeLine(booking.company?.purchaseOrder || null), "sans objet"),
    "client.reference": optionalFact(escapeLine(booking.company?.buyerReference || null), "sans objet"),
  }
}

export function unfilledFacts(): LegalFacts {
  return Object.fromEntries(contractFactNames.map((name) => [name, requiredFact(`*${name}*`)]))
}
