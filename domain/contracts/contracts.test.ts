import { describe, expect, test } from "vitest"
import { fillTemplate } from "../content/legal-template.ts"
import type { LegalConfig, LegalFinance } from "../content/legal-facts.ts"
import {
  type ContractBooking,
  type ContractClient,
  contractFactNames,
  contractFacts,
  unfilledFacts,
} from "./contract-facts.ts"
import { dayMedium } from "../day-labels.ts"
import { paymentSchedule } from "../finance/payment-schedule.ts"
import { formatMoney } from "../money.ts"
import { exampleRental } from "../rental/rental.fixture.ts"

const at = new Date("2027-05-01T09:00:00Z")
const rental = exampleRental({
  dates: ["2027-06-11", "2027-06-12"],
  options: {
    items: [{ id: "a", parentId: null, name: "Décor *doré*", price: 3_000, unit: "unit", quantity: 1 }],
    total: 6_000,
  },
  photoPacks: 2,
})
const booking: ContractBooking = {
  number: 1042,
  rentals: [rental],
  firstDay: "2027-06-11",
  lastDay: "2027-06-12",
  returnsOn: "2027-06-12",
  isDelivery: true,
  deliveryFee: 4_800,
  total: 63_600,
  distance: 24,
  address: { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "Code 12B" },
  company: null,
  createdAt: new Date("2027-04-28T09:00:00Z"),
  contractDueAt: null,
  priceLines: {
    version: 1,
    lines: [
      { kind: "product", label: "Photomaton bois", unitPrice: 25_000, quantity: 1, days: 2, amount: 50_000 },
      { kind: "option", label: "Décor *doré*", unitPrice: 3_000, quantity: 1, days: 2, amount: 6_000 },
      { kind: "photo-pack", label: "Pack photo", unitPrice: 700, quantity: 2, days: 2, amount: 2_800 },
      { kind: "delivery", label: "Livraison", unitPrice: 4_800, quantity: 1, days: 1, amount: 4_800 },
    ],
  },
  terms: {
    downPaymentPercent: 30,
    balanceDaysBefore: 7,
    cancellationTiers: [],
    withdrawalDays: 14,
    securityDeposit: 50_000,
    vatMode: "included",
    vatRate: 2000,
    vatOnDebits: false,
  },
}
const client: ContractClient = {
  name: "Lila Morel",
  email: "lila@exemple.example",
  phone: "06 12 34 56 78",
  homeStreet: "3 rue du Bal",
  homeZipCode: "94340",
  homeCity: "Joinville-le-Pont",
  clientType: "individual",
  businessName: "Ne se lit pas",
  businessSiret: null,
  businessVat: null,
  businessContactName: null,
}
const config: LegalConfig = {
  companyName: "Guinguette",
  companyAddress: "1 quai",
  companyPhone: null,
  companyEmail: null,
  companySiret: null,
  companyRcs: null,
  legalForm: null,
  shareCapital: null,
  vatNumber: null,
  publicationDirector: null,
  hostingNotice: null,
  mediatorName: null,
  mediatorUrl: null,
  insurance: null,
  accessibilityPercent: 85,
  accessibilityAuditedOn: "2026-11-21",
  accessibilityAuditedBy: "Camille Martin",
  exampleClaims: [],
}
const finance: LegalFinance = {
  deliveryFeePerKm: 200,
  freeDeliveryThreshold: 10,
  maximumDeliveryDistance: null,
  warehouseStreet: "1 quai",
  warehouseZipCode: "94340",
  warehouseCity: "Joinville-le-Pont",
  vatMode: "included",
  vatRate: 2000,
  downPaymentPercent: 30,
  balanceDaysBefore: 7,
  cancellationTiers: [],
  withdrawalDays: 14,
  pendingExpiryDays: 7,
}

function read(
  template: string,
  changes: {
    booking?: Partial<ContractBooking>
    terms?: Partial<ContractBooking["terms"]>
    client?: Partial<ContractClient>
    finance?: Partial<LegalFinance>
    at?: Date
    replaces?: number
  } = {},
): string {
  const facts = contractFacts({
    booking: { ...booking, terms: { ...booking.terms, ...changes.terms }, ...changes.booking },
    client: { ...client, ...changes.client },
    config,
    finance: { ...finance, ...changes.finance },
    origin: "https://guinguette.example",
    at: changes.at ?? at,
    version: 3,
    replaces: changes.replaces ?? null,
  })
  const { text, unknown } = fillTemplate(template, facts)
  expect(unknown).toEqual([])
  return text.replaceAll(/[\u00a0\u202f]/g, " ")
}

describe("a contract", () => {
  test("the contract states the booking as ordered: dates, place, options and price lines", () => {
    expect(read("{{reservation.numero}} {{reservation.dates}}, {{reservation.jours}}")).toBe(
      "1042 du 11 au 12 juin 2027, 2 jours",
    )
    const noon = exampleRental({
      dates: ["2027-06-12"],
      periods: [{ from: "2027-06-12T10:00:00.000Z", until: "2027-06-13T10:00:00.000Z" }],
      windows: { delivery: { from: "14:00", to: "16:00" }, collection: { from: "09:00", to: "11:00" } },
    })
    const dates = "{{reservation.dates}}{{#si reservation.creneaux}}\u00a0; {{reservation.creneaux}}{{/si}}"
    const range = "du samedi 12 juin 2027, 12 h, au dimanche 13 juin 2027, 12 h"
    expect(read(dates, { booking: { rentals: [noon] } })).toBe(
      `${range} ; livré samedi 12 juin 2027, 14 h – 16 h, repris dimanche 13 juin 2027, 9 h – 11 h`,
    )
    expect(read(dates, { booking: { rentals: [noon], isDelivery: false } })).toBe(range)
    expect(read(dates)).toBe("du 11 au 12 juin 2027")
    expect(read("{{#si reservation.livree}}à {{reservation.adresse}}{{sinon}}au dépôt{{/si}}")).toBe(
      "à 12 quai de la Marne, 94130 Nogent-sur-Marne",
    )
    expect(
      read("{{#si reservation.livree}}à{{sinon}}au dépôt{{/si}}", { booking: { isDelivery: false, deliveryFee: 0 } }),
    ).toBe("au dépôt")
    expect(read("{{reservation.options}}")).toBe("- Décor \\*doré\\*\n- Pack photo × 2, 72 photos en tout")
    expect(read("{{reservation.prix}}")).toContain("| Photomaton bois | 2 jours × 250 € | 500 € |")
    expect(read("{{reservation.options}}", { booking: { rentals: [exampleRental()] } })).toBe("aucune option")
  })

  test("the contract has a text for every fact of its template", () => {
    const names = contractFactNames.filter((name) => /^(contrat|reservation|client)\./.test(name))
    expect(Object.fromEntries(names.map((name) => [name, read(`{{${name}}}`)]))).toEqual({
      "contrat.date": "1er mai 2027",
      "contrat.version": "3",
      "contrat.remplace": "aucun",
      "reservation.numero": "1042",
      "reservation.produit": "Photomaton bois",
      "reservation.dates": "du 11 au 12 juin 2027",
      "reservation.premier-jour": "11 juin 2027",
      "reservation.dernier-jour": "12 juin 2027",
      "reservation.jours": "2 jours",
      "reservation.creneaux": "à convenir",
      "reservation.options": "- Décor \\*doré\\*\n- Pack photo × 2, 72 photos en tout",
      "reservation.livree": "oui",
      "reservation.remise": "livraison et reprise par nos soins",
      "reservation.adresse": "12 quai de la Marne, 94130 Nogent-sur-Marne",
      "reservation.consignes": "Code 12B",
      "reservation.distance": "24 km aller et retour",
      "reservation.demandee-le": "28 avril 2027",
      "reservation.signer-avant": "lundi 3 mai 2027 à 11 h",
      "reservation.annulee-sans-signature": "oui",
      "reservation.prix": [
        "| Désignation | Détail | Montant |",
        "| --- | --- | --- |",
        "| Photomaton bois | 2 jours × 250 € | 500 € |",
        "| Décor \\*doré\\* | 2 jours × 30 € | 60 € |",
        "| Pack photo × 2 | 72 photos en tout, 2 jours × 14 € | 28 € |",
        "| Livraison |  | 48 € |",
      ].join("\n"),
      "reservation.total": "636 €",
      "reservation.frais-livraison": "48 €",
      "reservation.acompte": "190,80 €",
      "reservation.acompte-facture": "sans objet",
      "reservation.solde": "445,20 €",
      "reservation.solde-le": "4 juin 2027",
      "reservation.caution": "500 €",
      "client.nom": "Lila Morel",
      "client.courriel": "lila@exemple.example",
      "client.telephone": "06 12 34 56 78",
      "client.adresse": "3 rue du Bal, 94340 Joinville-le-Pont",
      "client.professionnel": "non",
      "client.entreprise": "sans objet",
      "client.siret": "sans objet",
      "client.tva": "sans objet",
      "client.contact": "sans objet",
      "client.commande": "sans objet",
      "client.reference": "sans objet",
    })
  })

  test("the contract states a pick-up by the client", () => {
    const pickUp = {
      booking: { isDelivery: false, deliveryFee: 4_800, rentals: [{ ...rental, photoPacks: 1 }] },
      terms: { securityDeposit: 0 },
    }
    expect(read("{{reservation.livree}}, {{reservation.remise}}, {{reservation.frais-livraison}}", pickUp)).toBe(
      "non, retrait et retour à notre dépôt par vos soins, 0 €",
    )
    expect(read("{{reservation.caution}}", pickUp)).toBe("aucune caution")
    expect(read("{{reservation.options}}", pickUp)).toBe("- Décor \\*doré\\*\n- Pack photo, 36 photos en tout")
  })

  test("the contract states the quantity of an option, and names one whose name is missing", () => {
    const item = { id: "a", parentId: null, name: " ", price: 3_000, unit: "unit", quantity: 3 } as const
    expect(
      read("{{reservation.options}}", {
        booking: { rentals: [exampleRental({ options: { items: [item], total: 0 } })] },
      }),
    ).toBe("- option × 3")
  })

  test("the contract has no gap where a value is missing", () => {
    const nowhere = { street: "", zipCode: "", city: "", instructions: "" }
    const booking = { rentals: [exampleRental({ productName: " " })], address: nowhere }
    expect(read("{{reservation.produit}}, {{reservation.adresse}}, {{reservation.consignes}}", { booking })).toBe(
      "le matériel réservé, l’adresse indiquée à la réservation, aucune consigne particulière",
    )
    const client = { phone: null, homeStreet: null, homeZipCode: null, homeCity: null }
    expect(read("{{client.telephone}}, {{client.adresse}}", { client })).toBe(
      "non communiqué, adresse à indiquer avant la signature",
    )
    expect(read("{{client.adresse}}", { client, booking: { isDelivery: false } })).toBe(
      "12 quai de la Marne, 94130 Nogent-sur-Marne",
    )
    expect(read("({{client.courriel}})", { booking, client: { ...client, email: " " } })).toBe("()")
  })

  test("a business client is named by company, with its numbers and its representative", () => {
    const client = {
      clientType: "business",
      businessName: "Le Bal SARL",
      businessSiret: "12345678200002",
      businessVat: "FR11123456782",
      businessContactName: "Nour Petit",
    } as const
    expect(
      read("{{client.professionnel}}, {{client.entreprise}}, {{client.siret}}, {{client.tva}}, {{client.contact}}", {
        client,
      }),
    ).toBe("oui, Le Bal SARL, 123 456 782 00002, FR11123456782, Nour Petit")
  })

  test("the down payment is due at signature and the balance a week before, without rounding loss", () => {
    expect(read("{{reservation.acompte}} puis {{reservation.solde}} le {{reservation.solde-le}}")).toBe(
      "190,80 € puis 445,20 € le 4 juin 2027",
    )
    expect(read("{{reservation.acompte}} puis {{reservation.solde}}", { booking: { total: 10_001 } })).toBe(
      "30 € puis 70,01 €",
    )
  })

  test("everything is due at signature when the event is closer than the balance", () => {
    const close = { at: new Date("2027-06-04T09:00:00Z") }
    expect(read("{{reservation.acompte}}{{#si reservation.solde}} puis le reste{{/si}}", close)).toBe("636 €")
    expect(
      read("{{reservation.acompte}}{{#si reservation.solde}} puis le reste{{/si}}", {
        terms: { downPaymentPercent: 100 },
      }),
    ).toBe("636 €")
  })

  test("the instalments follow the payment schedule, however it is split", () => {
    for (const [downPaymentPercent, balanceDaysBefore, total, day] of [
      [30, 7, 63_600, "2027-05-01"],
      [0, 7, 63_600, "2027-05-01"],
      [100, 0, 5, "2027-05-01"],
      [33, 0, 10_001, "2027-06-11"],
      [30, 30, 0, "2027-06-01"],
      [1, 1, 49, "2027-06-09"],
    ] as const) {
      const terms = { downPaymentPercent, balanceDaysBefore }
      const text = read("{{reservation.acompte}}, {{reservation.solde}} {{reservation.solde-le}}", {
        booking: { total },
        terms,
        at: new Date(`${day}T09:00:00Z`),
      })
      const parts = paymentSchedule({ total, firstDay: booking.firstDay }, terms, day)
      const [now, then] = [parts.find(({ dueOn }) => dueOn === day), parts.find(({ dueOn }) => dueOn > day)]
      expect(text).toBe(
        `${formatMoney(now?.amount ?? 0)}, ${formatMoney(then?.amount ?? 0)} ${then ? dayMedium(then.dueOn) : "à la signature"}`.replaceAll(
          /[\u00a0\u202f]/g,
          " ",
        ),
      )
    }
  })

  test("the contract states its signing deadline: the running one, or 48 hours from now", () => {
    expect(read("{{reservation.signer-avant}}")).toBe("lundi 3 mai 2027 à 11 h")
    expect(read("{{reservation.signer-avant}}", { booking: { contractDueAt: new Date("2027-05-02T09:00:00Z") } })).toBe(
      "dimanche 2 mai 2027 à 11 h",
    )
  })

  test("the contract announces an unsigned end only before the event, and not for an amendment", () => {
    const text = "{{#si reservation.annulee-sans-signature}}annulée{{sinon}}pas annulée{{/si}}, {{contrat.remplace}}"
    expect(read(text)).toBe("annulée, aucun")
    expect(read(text, { at: new Date("2027-06-10T09:00:00Z") })).toBe("annulée, aucun")
    expect(read(text, { at: new Date("2027-06-11T09:00:00Z") })).toBe("pas annulée, aucun")
    expect(read(text, { replaces: 2 })).toBe("pas annulée, 2")
    expect(read("{{reservation.annulee-sans-signature}}", { replaces: 2 })).toBe("non")
  })

  test("a company appears only for a business client, and a deposit only where there is one", () => {
    const template =
      "{{#si client.professionnel}}{{client.entreprise}}{{sinon}}particulier{{/si}}, {{client.entreprise}}, {{#si reservation.caution}}{{reservation.caution}}{{sinon}}sans caution{{/si}}"
    expect(read(template)).toBe("particulier, sans objet, 500 €")
    expect(
      read(template, {
        client: { clientType: "business", businessName: "Le Bal SARL" },
        terms: { securityDeposit: 0 },
      }),
    ).toBe("Le Bal SARL, Le Bal SARL, sans caution")
  })

  test("a client's text is treated as text, whatever it looks like", () => {
    expect(
      read("{{client.nom}}", { client: { name: "# **Titre** [x](javascript:1) {{client.courriel}}" } }),
    ).not.toMatch(/(?<!\\)[*[{]|lila@/)
    expect(read("{{client.nom}}", { client: { name: "  " } })).toBe("le client")
  })

  test("every fact has a name, which stands in for it without a booking", () => {
    expect(new Set(contractFactNames).size).toBe(contractFactNames.length)
    const facts = contractFacts({
      booking,
      client,
      config,
      finance,
      origin: "https://guinguette.example",
      at,
      version: 1,
      replaces: null,
    })
    expect(Object.keys(facts).toSorted()).toEqual(contractFactNames.toSorted())
    expect(fillTemplate("{{client.nom}}", unfilledFacts()).text).toBe("*client.nom*")
  })
})
