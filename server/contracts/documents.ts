import type { ContractFile } from "./contract-files.ts"

/**
 * The document of a version, typeset and kept: its key in the storage and the SHA-256 of its bytes. Null where nothing
 * can typeset it: the text stands and is signed all the same.
 */
export async function typesetContract(_contractId: string): Promise<ContractFile | null> {
  return null
}

/** The same with its proof page and the company's seal, of a version that was signed; null where nothing can seal it. */
export async function sealContractDocument(_contractId: string): Promise<ContractFile | null> {
  return null
}
