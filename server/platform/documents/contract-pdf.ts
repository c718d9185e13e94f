import { type ContractDocument, contractPage } from "./contract-page.ts"
import { typeset } from "./typeset.ts"
import type { SignatureProof } from "../../../domain/contracts/signature-proof.ts"
import { type SealedPdf, seal } from "./seal.ts"

export function contractPdf(contract: ContractDocument): Promise<Uint8Array> {
  return typeset("contrat.typ", contractPage(contract, null), contract.madeAt)
}

/** Throws when the proof is of another text (D26). */
export async function sealedContractPdf(contract: ContractDocument, proof: SignatureProof): Promise<SealedPdf> {
  if (proof.documentSha256 !== contract.sha256) throw new Error("The proof of a signature is of another contract")
  const pdf = await typeset("contrat.typ", contractPage(contract, proof), proof.signedAt)
  return seal(pdf, { reason: `Contrat ${contract.number}, version ${contract.version}`, signer: contract.company.name })
}
