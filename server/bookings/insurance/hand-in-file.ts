import { randomUUID } from "node:crypto"
import type { CertificateType } from "../../../domain/booking/insurance.ts"
import type { BookingId, QuoteId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { policies, throttle } from "../../accounts/auth/throttle.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { log } from "../../platform/log.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { type FileProblem, acceptCertificate } from "./accept-certificate.ts"

export type HandInFileProblem =
  | { kind: "throttled"; retryAfterSeconds: number }
  | { kind: "file"; problem: FileProblem }

type HandedIn = { bucket: string; subject: BookingId | QuoteId; body: Uint8Array; at: Date }
type StoredFile = { fileKey: string; contentType: CertificateType; size: number }

/** `save` returns the key of the file that this one replaces. A rollback leaves an orphaned file. */
export async function handInFile<Problem>(
  { bucket, subject, body, at }: HandedIn,
  save: (tx: Transaction, file: StoredFile) => Promise<Result<string | null, Problem>>,
): Promise<Result<null, Problem | HandInFileProblem>> {
  const admission = await throttle(subject, policies.handIn, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  const accepted = await acceptCertificate(body)
  if (!accepted.ok) return err({ kind: "file", problem: accepted.error })
  const { body: acceptedBody, contentType } = accepted.value
  const store = await storage()
  const fileKey = `${subject}/${randomUUID()}.${contentType === "application/pdf" ? "pdf" : "jpg"}`
  await store.put({ bucket, path: fileKey, body: acceptedBody, contentType, cacheControl: "private, no-store" })
  const saved = await transaction((tx) => save(tx, { fileKey, contentType, size: acceptedBody.byteLength }))
  const unused = saved.ok ? saved.value : fileKey
  // Failing to remove the old file must not undo the new one.
  if (unused !== null)
    await store
      .remove(bucket, unused)
      .catch((error: unknown) => log.warn("A file that nothing names stays until retention", { bucket, error }))
  return saved.ok ? ok(null) : saved
}
