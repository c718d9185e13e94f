import { createHash } from "node:crypto"
import { totalLabel } from "../../../domain/finance/vat-wording.ts"
import type { Agreement } from "../../../domain/booking/agreement.ts"
import { type DrawnSignature, SHEET_HEIGHT, drawnSignaturePath } from "../../../domain/contracts/drawn-signature.ts"
import type { AddressProof, SignatureProof } from "../../../domain/contracts/signature-proof.ts"
import { dayInParis } from "../../../domain/day.ts"
import { dayMedium } from "../../../domain/day-labels.ts"
import type { InstalmentRow } from "../../../domain/finance/payment.ts"
import type { Cents } from "../../../domain/money.ts"
import { datedLineLabel } from "../../../domain/rental/dated-line.ts"
import type { StoredPrice } from "../../../domain/pricing/stored-price.ts"
import { type NamedRental, namesOfRentals, periodOfRentals, rentalLabel } from "../../../domain/rental/rental.ts"
import { markdownContent } from "./markdown-content.ts"
import { printable } from "./printable.ts"

export type DocumentCompany = {
  name: string
  address: string | null
  phone: string | null
  email: string | null
  legalLine: string
}

/** The sheet of a quote without its head. */
export type QuoteOffer = {
  annexTitle: string
  subtitle: string
  facts: readonly (readonly string[])[]
  message: readonly string[]
  head: readonly string[]
  lines: readonly (readonly string[])[]
  sum: readonly string[]
  extras: readonly (readonly string[])[]
  instalments: readonly (readonly string[])[]
  notice: readonly string[]
}

export type ContractDocument = {
  number: number
  version: number
  madeAt: Date
  company: DocumentCompany
  origin: string
  client: {
    name: string
    lines: readonly string[]
    /** Only consumers have a right of withdrawal (D33). */
    consumer: boolean
  }
  /** `range` is the time that is rented. */
  rentals: readonly (NamedRental & { range: string })[]
  priceLines: StoredPrice
  delivery: string
  total: Cents
  agreement: Agreement
  instalments: readonly InstalmentRow[]
  content: string
  sha256: string
  /** The quote that was accepted by signing (D66). */
  annex: QuoteOffer | null
}

/** Throws when the text does not match its hash. */
export function contractPage(contract: ContractDocument, proof: SignatureProof | null) {
  if (createHash("sha256").update(contract.content, "utf8").digest("hex") !== contract.sha256) {
    throw new Error(`The text of contract ${contract.number}, version ${contract.version}, is not that of its hash`)
  }
  const { company, client, agreement } = contract
  const isExempt = agreement.vatMode === "franchise"
  return printable({
    title: `Contrat de location ${contract.number}`,
    reference: `Contrat ${contract.number}, version ${contract.version}`,
    subtitle: `Réservation n°\u00a0${contract.number}, établi le ${dayMedium(dayInParis(contract.madeAt))}`,
    company: {
      name: company.name,
      address: company.address ?? "",
      contact: [company.phone, company.email].filter(Boolean).join(" · "),
      legal: company.legalLine,
    },
    client: { name: client.name, lines: client.lines },
    facts: [
      ...rentalFacts(contract),
      [totalLabel(agreement.vatMode), amount(contract.total)],
      ["Caution", agreement.securityDeposit > 0 ? amount(agreement.securityDeposit) : "aucune"],
    ],
    price: {
      head: ["Désignation", "Détail", isExempt ? "Montant net" : "Montant TTC"],
      lines: contract.priceLines.lines.map((line) => {
        const { label, detail } = datedLineLabel(line, contract.rentals, contract.delivery)
        return [label, detail, amount(line.amount)]
      }),
      sum: [totalLabel(agreement.vatMode), amount(contract.total)],
    },
    instalments: contract.instalments.map((instalment) => [
      instalmentLabel(instalment, agreement),
      amount(instalment.amount),
    ]),
    content: markdownContent(contract.content, contract.origin),
    withdrawalForm: withdrawalForm(contract),
    annex: contract.annex,
    hash: contract.sha256,
    proof: proof && proofPage(proof),
  })
}

/** More do not fit into the band; the lines of the price say their days. */
const MAX_RENTAL_FACTS = 3

export function rentalFacts({ rentals }: Pick<ContractDocument, "rentals">): [string, string][] {
  if (rentals.length > 1 && rentals.length <= MAX_RENTAL_FACTS)
    return rentals.map(({ productName, range }) => ["Location", `${productName}, ${range}`])
  const [range, ...otherRanges] = new Set(rentals.map((rental) => rental.range))
  return [
    ["Location", namesOfRentals(rentals)],
    ["Dates", range && otherRanges.length === 0 ? range : rentalLabel(periodOfRentals(rentals))],
  ]
}

const eurosAndCents = new Intl.NumberFormat("fr-FR", {
  signDisplay: "negative",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

export function amount(cents: Cents): string {
  return `${eurosAndCents.format(cents / 100)}\u202f€`
}

export function instalmentLabel(
  { kind, dueOn }: InstalmentRow,
  { downPaymentPercent }: Pick<Agreement, "downPaymentPercent">,
): string {
  const when = dueOn === null ? "À la signature" : `Au plus tard le ${dayMedium(dueOn)}`
  switch (kind) {
    case "down-payment":
      return `${when}, acompte de ${downPaymentPercent}\u00a0%`
    case "balance":
      return `${when}, solde`
    case "full":
      return `${when}, la totalité`
  }
}

/** Model form of article R221-1, added where the owner's text has none (D33). */
function withdrawalForm({ client, agreement, content, company, number, rentals }: ContractDocument) {
  if (!client.consumer || agreement.withdrawalDays === 0 || /^#+.*formulaire.*rétractation/imu.test(content))
    return null
  return [
    `À l’attention de ${[company.name, company.address, company.email].filter(Boolean).join(", ")}\u00a0:`,
    `Je vous notifie par la présente ma rétractation du contrat n°\u00a0${number} portant sur la location ci-dessous\u00a0:`,
    ...rentals.map(({ productName, range }) => `${productName}, ${range}`),
    "Commandée le\u00a0:",
    "Nom du consommateur\u00a0:",
    "Adresse du consommateur\u00a0:",
    "Date\u00a0:",
    "Signature du consommateur (uniquement si ce formulaire est notifié sur papier)\u00a0:",
  ]
}

const instantFormat = new Intl.DateTimeFormat("fr-FR", {
  timeZone: "Europe/Paris",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
})

/** Names the UTC offset: an hour repeats when clocks go back. */
function instantToTheSecond(at: Date): string {
  const part = Object.fromEntries(instantFormat.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${dayMedium(dayInParis(at))} à ${part["hour"]}\u00a0h\u00a0${part["minute"]}\u00a0min\u00a0${part["second"]}\u00a0s (${part["timeZoneName"]})`
}

function addressProofLabel(proof: AddressProof): string {
  switch (proof.kind) {
    case "mailed-link":
      return `lien envoyé à ${proof.email}, ouvert le ${instantToTheSecond(proof.provenAt)}`
    case "mailed-code":
      return `code envoyé à ${proof.email}, saisi le ${instantToTheSecond(proof.provenAt)}`
    case "paper":
      return "signature sur papier, conservée par le loueur"
    case "on-site":
      return "signature sur place, en présence du loueur"
  }
}

function proofPage(proof: SignatureProof) {
  const { signature, terms, addressProof, networkAddress } = proof
  const isOnPaper = addressProof.kind === "paper"
  return {
    facts: [
      ["Signataire", proof.signerName],
      [isOnPaper || addressProof.kind === "on-site" ? "Signé" : "Adresse prouvée par", addressProofLabel(addressProof)],
      [isOnPaper ? "Enregistré le" : "Signé le", instantToTheSecond(proof.signedAt)],
      ...(isOnPaper
        ? []
        : [
            ["Adresse réseau", networkAddress === "" ? "non communiquée" : networkAddress],
            ["Navigateur", proof.browser === "" ? "non communiqué" : proof.browser],
          ]),
      ...(terms === null ? [] : [["Conditions acceptées", `Conditions générales de vente, version ${terms.version}`]]),
      ...proof.ticks.map(({ text, at }) => [`Coché le ${instantToTheSecond(at)}`, text]),
    ],
    hashes: [
      ["Empreinte du texte du contrat (SHA-256)", proof.documentSha256],
      ...(terms?.sha256 ? [["Empreinte des conditions (SHA-256)", terms.sha256]] : []),
    ],
    trail: proof.trail.map(({ at, text }) => [instantToTheSecond(at), text]),
    signer: proof.signerName,
    typed: signature?.kind === "typed" ? signature.text : "",
    drawing: signature?.kind === "drawn" ? drawnSignatureSvg(signature) : null,
  }
}

const DRAWING_WIDTH = 600

export function drawnSignatureSvg(signature: DrawnSignature): string {
  const height = DRAWING_WIDTH * SHEET_HEIGHT
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${DRAWING_WIDTH} ${height}" width="${DRAWING_WIDTH}" height="${height}">` +
    `<path d="${drawnSignaturePath(signature, DRAWING_WIDTH)}" fill="none" stroke="#0d252d" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  )
}
