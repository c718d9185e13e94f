import { createHash } from "node:crypto"
import type { ContractId } from "../../domain/id.ts"
import { ObjectExists } from "../platform/storage/storage.ts"
import { storage } from "../platform/storage/current.server.ts"

/** Where contracts are kept as files; never served but by a route that asks who reads. */
export const CONTRACT_BUCKET = "contracts"

export type ContractFile = { key: string; sha256: string }

/** Keeps a document under its own hash: the same one is kept once, and nothing is ever written over. */
export async function keepContractFile(contractId: ContractId, bytes: Uint8Array): Promise<ContractFile> {
  const sha256 = createHash("sha256").update(bytes).digest("hex")
  const key = `${contractId}/${sha256}.pdf`
  const store = await storage()
  try {
    await store.put({
      bucket: CONTRACT_BUCKET,
      path: key,
      body: bytes,
      contentType: "application/pdf",
      cacheControl: "private, no-store",
    })
  } catch (error) {
    if (!(error instanceof ObjectExists)) throw error
  }
  return { key, sha256 }
}
