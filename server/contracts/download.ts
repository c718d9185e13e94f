import type { BookingStatus } from "../../domain/booking/status.ts"
import { storage } from "../platform/storage/current.server.ts"
import { CONTRACT_BUCKET } from "./contract-files.ts"
import type { Contract } from "./versions.ts"

type ReadableContract = Contract & { content: string }

type Readable = { contracts: readonly Contract[]; status: BookingStatus }

/** Signed versions stay readable whatever becomes of the booking (D75). */
export function listReadableVersions({ contracts, status }: Readable): ReadableContract[] {
  return contracts.filter(
    (each): each is ReadableContract =>
      each.content !== null &&
      (each.signedAt !== null || (status === "confirmed" && (each.status === "sent" || each.status === "prepared"))),
  )
}

export function findReadableVersion(readable: Readable, version: number | null): ReadableContract | null {
  const versions = listReadableVersions(readable)
  return (
    (version === null
      ? versions.findLast(({ status }) => status !== "void")
      : versions.find((each) => each.version === version)) ?? null
  )
}

/** Guests of an account get the unsealed document, without network addresses (D55). */
export async function openContractDocument(
  { pdfKey, sealedKey }: Contract,
  { withEvidence }: { withEvidence: boolean },
): Promise<{ body: ReadableStream<Uint8Array>; size: number } | null> {
  return openContractFile(withEvidence ? (sealedKey ?? pdfKey) : pdfKey)
}

export async function openContractFile(
  key: string | null,
): Promise<{ body: ReadableStream<Uint8Array>; size: number } | null> {
  if (key === null) return null
  return (await storage()).get(CONTRACT_BUCKET, key)
}
