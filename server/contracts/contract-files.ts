import { createHash } from "node:crypto"
import type { ContractId } from "../../domain/id.ts"
import { ObjectExists } from "../platform/storage/storage.ts"
import { storage } from "../platform/storage/current.server.ts"

/** Private: served only by routes that check the reader's rights. */
export const CONTRACT_BUCKET = "contracts"

export type ContractFile = { key: string; sha256: string }

/** Stores the file under its own hash, so that nothing is ever overwritten. */
export async function storeContractFile(contractId: ContractId, bytes: Uint8Array): Promise<ContractFile> {
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
