import { createHash } from "node:crypto"
import type { SignatureProof } from "../../../domain/contracts/signature-proof.ts"
import type { ContractDocument } from "./contract-page.ts"

export const exampleText = `# Contrat de location de matériel

Contrat n° 1042, établi le 22 novembre 2026.

## 1. Le matériel

Nous vous louons **Photomaton bois**, en bon état de marche. Options et fournitures :

- Décor × 2
- Pack photo, 18 photos

## 2. Le prix

| Prestation | Détail | Montant |
| --- | --- | --- |
| Photomaton bois | 1 jour × 250 € | 250 € |

La [politique de confidentialité](/legal/privacy) dit le reste (articles L. 213-1 et D. 213-2).
`

/** A contract of one day with its delivery: 444 €, of which 133.20 € are due at the signature. */
export function exampleContract(values: Partial<ContractDocument> = {}): ContractDocument {
  const content = values.content ?? exampleText
  return {
    number: 1042,
    version: 1,
    madeAt: new Date("2026-11-22T17:40:00Z"),
    company: {
      name: "Guinguette",
      address: "8 quai de la Marne, 94340 Joinville-le-Pont",
      phone: "01\u00a099\u00a000\u00a047\u00a012",
      email: "bonjour@guinguette.example",
      legalLine: "Guinguette, SARL au capital de 8 000 € · SIRET 123 456 782 00002",
    },
    origin: "https://guinguette.example",
    client: {
      name: "Élodie Marchand",
      lines: ["12 rue de la République", "77300 Fontainebleau", "elodie.marchand@example.org"],
      consumer: true,
    },
    rentals: [{ position: 1, productName: "Photomaton bois", dates: ["2027-03-20"], range: "samedi 20 mars 2027" }],
    priceLines: {
      version: 1,
      lines: [
        { kind: "product", label: "Photomaton bois", unitPrice: 25_000, quantity: 1, days: 1, amount: 25_000 },
        { kind: "delivery", label: "Livraison", unitPrice: 19_400, quantity: 1, days: 1, amount: 19_400 },
      ],
    },
    delivery: "Fontainebleau, 97 km aller et retour",
    total: 44_400,
    agreement: {
      version: 1,
      downPaymentPercent: 30,
      balanceDaysBefore: 7,
      cancellationTiers: [],
      withdrawalDays: 14,
      securityDeposit: 80_000,
      vatMode: "included",
      vatRate: 2000,
      vatOnDebits: false,
      transfer: { iban: null, reference: "Réservation 1042" },
    },
    instalments: [
      { kind: "down-payment", amount: 13_320, dueOn: null },
      { kind: "balance", amount: 31_080, dueOn: "2027-03-13" },
    ],
    content,
    sha256: createHash("sha256").update(content, "utf8").digest("hex"),
    annex: null,
    ...values,
  }
}

const at = (time: string) => new Date(`2026-11-22T${time}Z`)

export function exampleProof(contract: ContractDocument, values: Partial<SignatureProof> = {}): SignatureProof {
  return {
    signerName: "Élodie Marchand",
    signedAt: at("17:47:31"),
    addressProof: { kind: "mailed-link", email: "elodie.marchand@example.org", provenAt: at("17:42:07") },
    networkAddress: "203.0.113.24",
    browser: "Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0",
    documentSha256: contract.sha256,
    terms: { version: "3", sha256: "4be1d07c93aa5f286e0b81c4d7f3920e6a5cb81d4f70e2935bd8c61a07f49a02" },
    ticks: [],
    signature: { kind: "typed", text: "Élodie Marchand" },
    trail: [
      { at: at("17:40:12"), text: "Lien de signature envoyé à elodie.marchand@example.org" },
      { at: at("17:47:31"), text: "Contrat signé" },
    ],
    ...values,
  }
}
