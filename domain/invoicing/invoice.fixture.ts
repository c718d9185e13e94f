import type { InvoicedFacts } from "./write-invoice.ts"

export const facts: InvoicedFacts = {
  issuedOn: "2027-03-06",
  booking: { number: 1042, product: "Photomaton bois", days: ["2027-03-20"] },
  seller: {
    name: "Guinguette",
    address: { street: "8 quai de la Marne", zipCode: "94340", city: "Joinville-le-Pont" },
    phone: "01 99 00 47 12",
    email: "bonjour@guinguette.example",
    siret: "12345678200002",
    vatNumber: "FR11123456782",
    legalLine: "Guinguette, SARL au capital de 8 000 € · SIRET 123 456 782 00002 · TVA FR11123456782",
  },
  buyer: {
    name: "Élodie Marchand",
    contact: null,
    address: { street: "12 rue de la République", zipCode: "77300", city: "Fontainebleau" },
    isBusiness: false,
    siren: null,
    vatNumber: null,
  },
  delivery: { street: "3 rue Royale", zipCode: "77300", city: "Fontainebleau" },
  vat: { vatMode: "included", vatRate: 2000, vatOnDebits: false },
  transfer: { iban: "FR7630006000011234567890189", reference: "GNG 7K4 M2X" },
}

export const company = {
  ...facts.buyer,
  name: "Atelier des Fêtes",
  contact: "Jeanne Lefèvre",
  isBusiness: true,
  siren: "552081317",
  vatNumber: "FR03552081317",
}

export const franchise = { vatMode: "franchise", vatRate: 2000, vatOnDebits: false } as const

export const lines = [
  { label: "Location Photomaton bois", detail: "1 jour × 250 €", amount: 25_000 },
  { label: "Livraison et reprise", detail: "Fontainebleau, 97 km", amount: 19_400 },
]
