import { eq } from "drizzle-orm"
import { addressLine } from "../../domain/booking/booking.ts"
import { phoneWords, siretWords } from "../../domain/content/printed-numbers.ts"
import { evidenceLabels } from "../../domain/contracts/evidence.ts"
import type { AddressProof, SignatureProof, TrailEntry } from "../../domain/contracts/signature-proof.ts"
import { tickLabels } from "../../domain/contracts/tick-labels.ts"
import { dayInParis } from "../../domain/day.ts"
import { readSiteConfig } from "../content/site.ts"
import { db } from "../database.server.ts"
import type { ContractDocument, DocumentCompany } from "../documents/contract-page.ts"
import { instalmentsOfContract } from "../finance/instalments.ts"
import { profiles } from "../schema/accounts.ts"
import { bookings, contracts } from "../schema/bookings.ts"
import { type ContractFile, keepContractFile } from "./contract-files.ts"
import { type EvidenceLine, evidenceOf } from "./evidence.ts"
import { type SignedEvidence, readSignature } from "./read-signature.ts"
import type { Contract } from "./versions.ts"

/**
 * The document of a version, typeset and kept: its key in the storage and the SHA-256 of its bytes. The compiler is only
 * loaded by who typesets.
 */
export async function typesetContract(contractId: string): Promise<ContractFile> {
  const { document } = await documentOf(contractId)
  const { contractPdf } = await import("../documents/contract-pdf.ts")
  return keepContractFile(contractId, await contractPdf(document))
}

/** The same with its proof page and the company's seal, of a version that was signed (D26). */
export async function sealContractDocument(contractId: string): Promise<ContractFile> {
  const { document, contract } = await documentOf(contractId)
  const proof = await proofOf(contract)
  const { sealedContractPdf } = await import("../documents/contract-pdf.ts")
  const { pdf } = await sealedContractPdf(document, proof)
  return keepContractFile(contractId, pdf)
}

async function documentOf(contractId: string): Promise<{ contract: Contract; document: ContractDocument }> {
  const [found] = await db
    .select({ contract: contracts, booking: bookings, client: profiles })
    .from(contracts)
    .innerJoin(bookings, eq(bookings.id, contracts.bookingId))
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(eq(contracts.id, contractId))
  if (!found) throw new Error(`There is no contract ${contractId}`)
  const { contract, booking, client } = found
  if (contract.content === null) throw new Error(`The text of contract ${contractId} was erased`)
  const booked = contract.booked ?? booking
  const instalments = await instalmentsOfContract(contractId)
  const document: ContractDocument = {
    number: booking.number,
    version: contract.version,
    madeAt: contract.createdAt,
    company: await documentCompany(),
    client: {
      name: client.name,
      lines: clientLines(client),
      consumer: client.clientType === "individual",
    },
    productName: booking.productName,
    days: booked.dates,
    priceLines: contract.priceLines,
    photoPackQuantity: booked.photoPackQuantity,
    delivery: booked.isDelivery
      ? `${addressLine(booked.address)}, ${booked.distance.toLocaleString("fr-FR")} km aller et retour`
      : "",
    total: contract.total,
    agreement: contract.agreement,
    // What is due at the signature has no day yet: the document says so of the first one.
    instalments: instalments.map((each) => ({ ...each, dueOn: each.dueOn ?? dayInParis(contract.createdAt) })),
    content: contract.content,
    sha256: contract.sha256,
  }
  return { contract, document }
}

/** The company as a document names it today. */
async function documentCompany(): Promise<DocumentCompany> {
  const site = await readSiteConfig()
  const { companyName, companyAddress, companyPhone, companyEmail, companySiret, companyRcs, legalForm, shareCapital } =
    site
  const form = [legalForm, shareCapital && `au capital de ${shareCapital}`].filter(Boolean).join(" ")
  return {
    name: companyName,
    address: companyAddress,
    phone: companyPhone && phoneWords(companyPhone),
    email: companyEmail,
    legalLine: [
      [companyName, form].filter(Boolean).join(", "),
      companySiret && `SIRET ${siretWords(companySiret)}`,
      companyRcs,
    ]
      .filter(Boolean)
      .join(" · "),
  }
}

function clientLines(client: typeof profiles.$inferSelect): string[] {
  const { businessName, businessSiret, street, zipCode, city, email, phone, clientType } = client
  const business =
    clientType === "business" ? [businessName, businessSiret && `SIRET ${siretWords(businessSiret)}`] : []
  const home = street || city ? addressLine({ street: street ?? "", zipCode: zipCode ?? "", city: city ?? "" }) : null
  return [...business, home, email.trim(), phone && phoneWords(phone)].filter((line): line is string => Boolean(line))
}

/** What the proof page says: the signature as the trail keeps it, and the trail until then. */
async function proofOf(contract: Contract): Promise<SignatureProof> {
  const trail = await evidenceOf(contract.id)
  const line = trail.find(({ kind }) => kind === "signed" || kind === "signed-in-person")
  const signed = line && readSignature(line)
  if (!line || !signed || !contract.signedAt) throw new Error(`Contract ${contract.id} has no signature to prove`)
  const { ticks, termsVersion } = signed
  const { name, address, userAgent, signature } = signed.personal
  return {
    signerName: name,
    signedAt: contract.signedAt,
    addressProof: addressProofOf(signed, trail, line.at),
    networkAddress: address,
    browser: userAgent,
    documentSha256: signed.sha256,
    terms: { version: termsVersion?.replace(/^cgv-/, "") ?? "non publiée", sha256: null },
    ticks: (["terms", "earlyPerformance", "withdrawalLoss"] as const)
      .filter((tick) => ticks[tick])
      .map((tick) => ({ text: tickLabels[tick], at: line.at })),
    signature: signature ?? { kind: "typed" },
    trail: trail.filter(({ id }) => id <= line.id).map(trailEntry),
  }
}

function addressProofOf(signed: SignedEvidence, trail: readonly EvidenceLine[], signedAt: Date): AddressProof {
  if ("signedOn" in signed) return { kind: signed.how, signedOn: signed.signedOn, provenAt: signedAt }
  const email = signed.personal.email
  if (signed.how === "code") {
    const proved = trail.findLast(({ kind, at }) => kind === "code-proved" && at <= signedAt)
    return { kind: "mailed-code", email, provenAt: proved?.at ?? signedAt }
  }
  const opened = trail.find(({ kind, details }) => kind === "opened" && details.linkId === signed.linkId)
  return { kind: "mailed-link", email, provenAt: opened?.at ?? signedAt }
}

function trailEntry({ at, kind, personal }: EvidenceLine): TrailEntry {
  const email = kind === "sent" || kind === "code-sent" ? personal?.email : null
  return { at, text: typeof email === "string" ? `${evidenceLabels[kind]} à ${email}` : evidenceLabels[kind] }
}
