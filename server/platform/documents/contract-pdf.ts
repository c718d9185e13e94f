import { type ContractDocument, contractPage } from "./contract-page.ts"
import { typeset } from "./typeset.ts"
import type { SignatureProof } from "../../../domain/contracts/signature-proof.ts"
import { type SealedPdf, seal } from "./seal.ts"

/**
 * The contract as it is sent to be read and signed: PDF/A-3a, tagged, without a seal. Some 100 ms of the process (see
 * `typeset`), so it belongs in a job. The same data give the same bytes.
 */
export function contractPdf(contract: ContractDocument): Promise<Uint8Array> {
  return typeset("contrat.typ", contractPage(contract, null), contract.madeAt)
}

/**
 * The signed contract: the same pages, then the proof page, closed by the company's seal (D26). Made once, by a job, and
 * stored: a document that exists is never made again.
 *
 * Throws when the proof is of another text than the contract's: nobody signed that.
 */
export async function sealedContractPdf(contract: ContractDocument, proof: SignatureProof): Promise<SealedPdf> {
  if (proof.documentSha256 !== contract.sha256) throw new Error("The proof of a signature is of another contract")
  const pdf = await typeset("contrat.typ", contractPage(contract, proof), proof.signedAt)
  return seal(pdf, { reason: `Contrat ${contract.number}, version ${contract.version}`, by: contract.company.name })
}
