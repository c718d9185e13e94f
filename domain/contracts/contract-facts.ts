import { photosLabel } from "../pricing/prints.ts"
import type { Terms } from "../booking/agreement.ts"
import { type BookingPriceSnapshot, type BookingAddress, addressLine } from "../booking/booking.ts"
import { contractDue, endsUnsigned } from "../booking/deadlines.ts"
import {
  type LegalConfig,
  type LegalFinance,
  fact,
  known,
  legalFacts,
  legalFactNames,
  plain,
} from "../content/legal-facts.ts"
import type { LegalFact, LegalFacts } from "../content/legal-template.ts"
import { phoneLabel, siretLabel } from "../printed-numbers.ts"
import { type Day, dayInParis } from "../day.ts"
import { dayMedium, instantLong } from "../day-labels.ts"
import { paymentSchedule } from "../finance/payment-schedule.ts"
import { type Cents, formatMoney } from "../money.ts"
import { daysLabel, lineLabel } from "../pricing/price-labels.ts"
import type { StoredPrice } from "../pricing/stored-price.ts"
import { rentalLabel, numberOfDays } from "../rental/rental.ts"

/** What a contract says of a booking, as it was ordered. */
export type ContractBooking = Omit<BookingPriceSnapshot, "dailyPrice" | "photoPackPrice"> & {
  number: number
  firstDay: Day
  lastDay: Day
  total: Cents
  address: BookingAddress
  /** Round trip, in kilometres. */
  distance: number
  createdAt: Date
  contractDueAt: Date | null
  priceLines: StoredPrice
  /** As agreed; today's for a draft of what is not confirmed yet. */
  terms: Terms
}

export type ContractClient = {
  name: string
  email: string
  phone: string | null
  street: string | null
  zipCode: string | null
  city: string | null
  clientType: "individual" | "business"
  businessName: string | null
  businessSiret: string | null
  businessVat: string | null
  businessContactName: string | null
}

export type ContractFrame = {
  origin: string
  at: Date
  version: number
  /** The version that is signed and holds until this one is (D59); null for a first contract. */
  replaces: number | null
}

/** Every name that a placeholder of the contract may have: those of the booking and its client first. */
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
  ...legalFactNames,
] as const

/**
 * Everything that a placeholder of the contract's template can stand for (D26): the booking, its client, and all that
 * the legal texts know of the company. What people typed is text, whatever it looks like.
 */
export function contractFacts(
  booking: ContractBooking,
  client: ContractClient,
  config: LegalConfig,
  finance: LegalFinance,
  { origin, at, version, replaces }: ContractFrame,
): Record<(typeof contractFactNames)[number], LegalFact> {
  const made = dayInParis(at)
  return {
    ...legalFacts(config, { ...finance, ...booking.terms }, { origin, publishedOn: made }),
    "contrat.date": known(dayMedium(made)),
    "contrat.version": known(String(version)),
    "contrat.remplace": fact(replaces === null ? null : String(replaces), "aucun"),
    ...bookingFacts(booking, { at, replaces }),
    ...moneyFacts(booking, made),
    ...clientFacts(client, booking),
  }
}

function bookingFacts(booking: ContractBooking, { at, replaces }: Pick<ContractFrame, "at" | "replaces">) {
  const { number, firstDay, lastDay, productName, address, isDelivery, distance, createdAt, contractDueAt } = booking
  const dueAt = contractDueAt ?? contractDue(at, firstDay, lastDay)
  return {
    "reservation.numero": known(String(number)),
    "reservation.produit": known(plain(productName) ?? "le matériel réservé"),
    "reservation.dates": known(rentalLabel(booking)),
    "reservation.premier-jour": known(dayMedium(firstDay)),
    "reservation.dernier-jour": known(dayMedium(lastDay)),
    "reservation.jours": known(daysLabel(numberOfDays(booking))),
    "reservation.options": fact(optionList(booking), "aucune option"),
    "reservation.livree": fact(isDelivery ? "oui" : null, "non"),
    "reservation.remise": known(
      isDelivery ? "livraison et reprise par nos soins" : "retrait et retour à notre dépôt par vos soins",
    ),
    "reservation.adresse": known(plain(addressLine(address)) ?? "l’adresse indiquée à la réservation"),
    "reservation.consignes": fact(plain(address.instructions), "aucune consigne particulière"),
    "reservation.distance": known(`${distance.toLocaleString("fr-FR")}\u00a0km aller et retour`),
    "reservation.demandee-le": known(dayMedium(dayInParis(createdAt))),
    "reservation.signer-avant": known(instantLong(dueAt)),
    // A change that nobody signs is given up, and what has begun takes place (decision 36).
    "reservation.annulee-sans-signature": fact(
      replaces === null && endsUnsigned(dueAt, firstDay) ? "oui" : null,
      "non",
    ),
  }
}

function optionList(booking: ContractBooking): string | null {
  const { options, photoPacks, photoPackQuantity } = booking
  const items = options.items.map(
    ({ name, quantity }) => `- ${plain(name) ?? "option"}${quantity > 1 ? ` × ${quantity}` : ""}`,
  )
  if (photoPacks > 0)
    items.push(
      `- Pack photo${photoPacks > 1 ? ` × ${photoPacks}` : ""}, ${photosLabel({ packs: photoPacks, perPack: photoPackQuantity, days: numberOfDays(booking) })}`,
    )
  return items.length > 0 ? items.join("\n") : null
}

function moneyFacts(booking: ContractBooking, made: Day) {
  const { terms } = booking
  const schedule = paymentSchedule(booking, terms, made)
  const balance = schedule.find(({ dueOn }) => dueOn > made)
  const down = schedule.find((instalment) => instalment !== balance)
  return {
    "reservation.prix": known(priceTable(booking)),
    "reservation.total": known(formatMoney(booking.total)),
    "reservation.frais-livraison": known(formatMoney(booking.isDelivery ? booking.deliveryFee : 0)),
    "reservation.acompte": known(formatMoney(down?.amount ?? 0)),
    "reservation.solde": fact(balance ? formatMoney(balance.amount) : null, formatMoney(0)),
    "reservation.solde-le": fact(balance ? dayMedium(balance.dueOn) : null, "à la signature"),
    "reservation.caution": fact(
      terms.securityDeposit > 0 ? formatMoney(terms.securityDeposit) : null,
      "aucune caution",
    ),
  }
}

function priceTable(booking: ContractBooking): string {
  const rows = booking.priceLines.lines.map((line) => {
    const { label, detail } = lineLabel(line, booking)
    return `| ${[label, detail].map((cell) => plain(cell) ?? "").join(" | ")} | ${formatMoney(line.amount)} |`
  })
  return ["| Prestation | Détail | Montant |", "| --- | --- | --- |", ...rows].join("\n")
}

function clientFacts(client: ContractClient, { address }: ContractBooking) {
  const home = addressLine({ street: client.street ?? "", zipCode: client.zipCode ?? "", city: client.city ?? "" })
  const business = client.clientType === "business"
  const ofBusiness = (text: string | null, neutral: string): LegalFact => fact(business ? plain(text) : null, neutral)
  return {
    "client.nom": known(plain(client.name) ?? "le client"),
    "client.courriel": known(plain(client.email) ?? ""),
    "client.telephone": fact(plain(client.phone && phoneLabel(client.phone)), "non communiqué"),
    "client.adresse": known(plain(home) ?? plain(addressLine(address)) ?? ""),
    "client.professionnel": fact(business ? "oui" : null, "non"),
    "client.entreprise": ofBusiness(client.businessName, "sans objet"),
    "client.siret": ofBusiness(client.businessSiret && siretLabel(client.businessSiret), "sans objet"),
    "client.tva": ofBusiness(client.businessVat, "sans objet"),
    "client.contact": ofBusiness(client.businessContactName, "sans objet"),
  }
}

/** Each placeholder by its own name, for a template that is shown without a booking. */
export function unfilledFacts(): LegalFacts {
  return Object.fromEntries(contractFactNames.map((name) => [name, known(`*${name}*`)]))
}
