import type { BookingStatus } from "../../domain/booking/status.ts"
import { storage } from "../platform/storage/current.server.ts"
import { CONTRACT_BUCKET } from "./contract-files.ts"
import type { Contract } from "./versions.ts"

type ReadableContract = Contract & { content: string }

type Readable = { contracts: readonly Contract[]; status: BookingStatus }

/** Signed versions stay, whatever becomes of the booking (D75); one to sign is read while it is confirmed. */
export function readableVersions({ contracts, status }: Readable): ReadableContract[] {
  return contracts.filter(
    (each): each is ReadableContract =>
      each.content !== null &&
      (each.signedAt !== null || (status === "confirmed" && (each.status === "sent" || each.status === "prepared"))),
  )
}

/** The version of that number, else the latest; null when there is none to be read. */
export function versionToRead(readable: Readable, version: number | null): ReadableContract | null {
  const versions = readableVersions(readable)
  return (
    (version === null
      ? versions.findLast(({ status }) => status !== "void")
      : versions.find((each) => each.version === version)) ?? null
  )
}

/**
 * The document of a version: the sealed one where it was signed, else the one to sign. Null where none was typeset yet.
 * Without the evidence it is the contract as it was to be signed: who is let into an account reads no network addresses (D55).
 */
export async function openContractDocument(
  { pdfKey, sealedKey }: Contract,
  { withEvidence }: { withEvidence: boolean },
): Promise<{ body: ReadableStream<Uint8Array>; size: number } | null> {
  return openContractPaper(withEvidence ? (sealedKey ?? pdfKey) : pdfKey)
}

/** One paper of a contract by its key in the storage; null where it was not made, or was erased. */
export async function openContractPaper(
  key: string | null,
): Promise<{ body: ReadableStream<Uint8Array>; size: number } | null> {
  if (key === null) return null
  return (await storage()).get(CONTRACT_BUCKET, key)
}
