import { createHash } from "node:crypto"
import { totalLabel } from "../../../domain/finance/vat-wording.ts"
import type { Agreement } from "../../../domain/booking/agreement.ts"
import { SHEET_HEIGHT, drawnSignaturePath } from "../../../domain/contracts/drawn-signature.ts"
import type { AddressProof, SignatureProof } from "../../../domain/contracts/signature-proof.ts"
import { dayInParis } from "../../../domain/day.ts"
import { dayMedium } from "../../../domain/day-labels.ts"
import type { InstalmentRow } from "../../../domain/finance/payment.ts"
import type { Cents } from "../../../domain/money.ts"
import { lineLabel } from "../../../domain/pricing/price-labels.ts"
import type { StoredPrice } from "../../../domain/pricing/stored-price.ts"
import { type RentalPeriod, rentalLabel, numberOfDays } from "../../../domain/rental/rental.ts"
import { markdownContent } from "./markdown-content.ts"
import { printable } from "./printable.ts"

/** The company as every document names it; the legal line stands in the foot of each page. */
export type DocumentCompany = {
  name: string
  address: string | null
  phone: string | null
  email: string | null
  /** "Guinguette, SARL au capital de 8 000 € · SIRET 123 456 782 00002" */
  legalLine: string
}

/** What the contract's PDF is made of: a row of `contracts` and what the booking said when that row was made. */
export type ContractDocument = {
  /** The booking's. */
  number: number
  version: number
  /** When the version was made. */
  madeAt: Date
  company: DocumentCompany
  /** Of the shop, where the pages are that the text names. */
  origin: string
  client: {
    name: string
    /** Further lines: company, address, mail. */
    lines: readonly string[]
    /** Only a consumer withdraws (D33). */
    consumer: boolean
  }
  productName: string
  when: RentalPeriod
  priceLines: StoredPrice
  /** Prints of one photo pack, for its line. */
  photoPackQuantity: number
  /** Where it is delivered and how far; empty for a pick-up. */
  delivery: string
  total: Cents
  agreement: Agreement
  instalments: readonly InstalmentRow[]
  /** The text that is signed, in Markdown. */
  content: string
  /** Of that text in UTF-8, in hexadecimal. */
  sha256: string
}

/**
 * The contract in the words of `contrat.typ`: strings and trees of text, of which the template makes no markup. Throws
 * when the hash is not that of the text: such a contract was not made by us.
 */
export function contractPage(contract: ContractDocument, proof: SignatureProof | null) {
  if (createHash("sha256").update(contract.content, "utf8").digest("hex") !== contract.sha256) {
    throw new Error(`The text of contract ${contract.number}, version ${contract.version}, is not that of its hash`)
  }
  const { company, client, agreement } = contract
  const net = agreement.vatMode === "franchise"
  return printable({
    title: `Contrat de location ${contract.number}`,
    reference: `Contrat ${contract.number}, version ${contract.version}`,
    subtitle: `Réservation n° ${contract.number}, établi le ${dayMedium(dayInParis(contract.madeAt))}`,
    company: {
      name: company.name,
      address: company.address ?? "",
      contact: [company.phone, company.email].filter(Boolean).join(" · "),
      legal: company.legalLine,
    },
    client: { name: client.name, lines: client.lines },
    facts: [
      ["Matériel", contract.productName],
      [numberOfDays(contract.when) > 1 ? "Dates" : "Date", rentalLabel(contract.when)],
      [totalLabel(agreement.vatMode), amount(contract.total)],
      ["Caution", agreement.securityDeposit > 0 ? amount(agreement.securityDeposit) : "aucune"],
    ],
    price: {
      head: ["Désignation", "Détail", net ? "Montant net" : "Montant TTC"],
      lines: contract.priceLines.lines.map((line) => {
        const { label, detail } = lineLabel(line, contract, contract.delivery)
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
    hash: contract.sha256,
    proof: proof && proofPage(proof),
  })
}

const eurosAndCents = new Intl.NumberFormat("fr-FR", {
  signDisplay: "negative",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** "1 250,00 €": with its cents even where there are none, so that a column of amounts stands one below the other. */
function amount(cents: Cents): string {
  return `${eurosAndCents.format(cents / 100)}\u202f€`
}

function instalmentLabel({ kind, dueOn }: InstalmentRow, { downPaymentPercent }: Agreement): string {
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

/**
 * The model form of the annex to article R221-1, for a consumer who may withdraw (D33): added where the owner's text
 * does not bring one itself, as the house's does.
 */
function withdrawalForm({ client, agreement, content, company, number, productName, when }: ContractDocument) {
  if (!client.consumer || agreement.withdrawalDays === 0 || /^#+.*formulaire.*rétractation/imu.test(content))
    return null
  return [
    `À l’attention de ${[company.name, company.address, company.email].filter(Boolean).join(", ")} :`,
    `Je vous notifie par la présente ma rétractation du contrat n° ${number} portant sur la location ci-dessous :`,
    `${productName}, ${rentalLabel(when)}`,
    "Commandée le :",
    "Nom du consommateur :",
    "Adresse du consommateur :",
    "Date :",
    "Signature du consommateur (uniquement si ce formulaire est notifié sur papier) :",
  ]
}

const instant = new Intl.DateTimeFormat("fr-FR", {
  timeZone: "Europe/Paris",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
})

/** "22 novembre 2026 à 18:47:31 UTC+1": in Paris, and no hour is told twice when the clocks go back. */
function instantToTheSecond(at: Date): string {
  return instant.format(at).replace(/^1 /, "1er ")
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
  const onPaper = addressProof.kind === "paper"
  return {
    facts: [
      ["Signataire", proof.signerName],
      [onPaper || addressProof.kind === "on-site" ? "Signé" : "Adresse prouvée par", addressProofLabel(addressProof)],
      [onPaper ? "Enregistré le" : "Signé le", instantToTheSecond(proof.signedAt)],
      ...(onPaper
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
    drawing: signature?.kind === "drawn" ? drawingSvg(drawnSignaturePath(signature, DRAWING_WIDTH)) : null,
  }
}

const DRAWING_WIDTH = 600

function drawingSvg(path: string): string {
  const height = DRAWING_WIDTH * SHEET_HEIGHT
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${DRAWING_WIDTH} ${height}" width="${DRAWING_WIDTH}" height="${height}">` +
    `<path d="${path}" fill="none" stroke="#0d252d" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  )
}
