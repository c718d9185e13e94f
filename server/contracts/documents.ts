import { eq } from "drizzle-orm"
import type { ContractId } from "../../domain/id.ts"
import { evidenceLabels } from "../../domain/contracts/evidence.ts"
import type { AddressProof, SignatureProof, TrailEntry } from "../../domain/contracts/signature-proof.ts"
import { consentLabels } from "../../domain/contracts/consent-labels.ts"
import { db } from "../platform/database.server.ts"
import { readAcceptedText } from "../shop/content/legal.ts"
import { readContractDocument } from "../booking-record/contract-document.ts"
import type { ContractDocument } from "../platform/documents/contract-page.ts"
import { contracts } from "../platform/schema/bookings.ts"
import { type ContractFile, storeContractFile } from "./contract-files.ts"
import { type EvidenceLine, listEvidence } from "./evidence.ts"
import type { Contract } from "./versions.ts"
import { z } from "zod"
import { isDay } from "../../domain/day.ts"

/** Loads the compiler lazily: most processes never typeset. */
export async function typesetContract(contractId: ContractId): Promise<ContractFile> {
  const document = await requireContractDocument(contractId)
  const { contractPdf } = await import("../platform/documents/contract-pdf.ts")
  return storeContractFile(contractId, await contractPdf(document))
}

export async function sealContractDocument(contractId: ContractId): Promise<ContractFile> {
  const document = await requireContractDocument(contractId)
  const proof = await readSignatureProof(await requireContract(contractId))
  const { sealedContractPdf } = await import("../platform/documents/contract-pdf.ts")
  const { pdf } = await sealedContractPdf(document, proof)
  return storeContractFile(contractId, pdf)
}

async function requireContractDocument(contractId: ContractId): Promise<ContractDocument> {
  const document = await readContractDocument(contractId)
  if (!document) throw new Error(`Contract ${contractId} is not there, or its text was erased`)
  return document
}

async function requireContract(contractId: ContractId): Promise<Contract> {
  const [contract] = await db.select().from(contracts).where(eq(contracts.id, contractId))
  if (!contract) throw new Error(`There is no contract ${contractId}`)
  return contract
}

async function readSignatureProof(contract: Contract): Promise<SignatureProof> {
  const trail = await listEvidence(contract.id)
  const line = trail.find(({ kind }) => kind === "signed" || kind === "signed-in-person")
  const signed = line && readSignature(line)
  if (!line || !signed || !contract.signedAt) throw new Error(`Contract ${contract.id} has no signature to prove`)
  const { ticks, termsVersion } = signed
  const { name, address, userAgent, signature } = signed.personal
  const role = "role" in signed.personal ? signed.personal.role : undefined
  return {
    signerName: [name, role].filter(Boolean).join(", "),
    signedAt: contract.signedAt,
    addressProof: toAddressProof(signed, trail, line.at),
    networkAddress: address,
    browser: userAgent,
    documentSha256: signed.sha256,
    terms:
      termsVersion === null
        ? null
        : {
            version: termsVersion.replace(/^cgv-/, ""),
            sha256: (await readAcceptedText(termsVersion))?.sha256 ?? null,
          },
    ticks: (["terms", "earlyPerformance", "withdrawalLoss"] as const)
      .filter((tick) => ticks[tick])
      .map((tick) => ({ text: consentLabels[tick], at: line.at })),
    signature,
    // A quote is sent and opened before its contract is made.
    trail: trail
      .filter(({ id }) => id <= line.id)
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())
      .map(toTrailEntry),
  }
}

function toAddressProof(signed: SignedEvidence, trail: readonly EvidenceLine[], signedAt: Date): AddressProof {
  if ("signedOn" in signed) return { kind: signed.how }
  const email = signed.personal.email
  if (signed.how === "code") {
    const proofLine = trail.findLast(({ kind, at }) => kind === "code-proved" && at <= signedAt)
    return { kind: "mailed-code", email, provenAt: proofLine?.at ?? signedAt }
  }
  const openingLine = trail.find(({ kind, details }) => kind === "opened" && details.linkId === signed.linkId)
  return { kind: "mailed-link", email, provenAt: openingLine?.at ?? signedAt }
}

function toTrailEntry({ at, kind, personal }: EvidenceLine): TrailEntry {
  const email = kind === "sent" || kind === "quoted" || kind === "code-sent" ? personal?.email : null
  return { at, text: typeof email === "string" ? `${evidenceLabels[kind]} à ${email}` : evidenceLabels[kind] }
}

const point = z.tuple([z.number(), z.number()])
const signature = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("typed"), text: z.string() }),
  z.object({ kind: z.literal("drawn"), strokes: z.array(z.array(point)) }),
])
const facts = {
  sha256: z.string(),
  version: z.int(),
  termsVersion: z.string().nullable(),
  ticks: z.object({ terms: z.boolean(), earlyPerformance: z.boolean(), withdrawalLoss: z.boolean() }),
}
const visit = { address: z.string(), userAgent: z.string(), name: z.string() }
const mailed = z.object({ ...visit, role: z.string().optional(), email: z.string(), signature })

const signedEvidence = z.union([
  z.object({ ...facts, how: z.literal("link"), linkId: z.string(), personal: mailed }),
  z.object({ ...facts, how: z.literal("code"), accountId: z.string(), personal: mailed }),
  z.object({
    ...facts,
    how: z.enum(["paper", "on-site"]),
    administratorId: z.string(),
    signedOn: z.string().refine(isDay),
    personal: z.object({ ...visit, signature: signature.nullable() }),
  }),
])

type SignedEvidence = z.output<typeof signedEvidence>

function readSignature({ details, personal }: EvidenceLine): SignedEvidence | null {
  const parsed = signedEvidence.safeParse({ ...details, personal })
  return parsed.success ? parsed.data : null
}
