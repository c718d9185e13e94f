import { environment } from "../environment.server.ts"
import { log } from "../log.ts"
import { signingCertificate } from "./certificate.ts"
import { detachedSignature } from "./cms.ts"
import { type SealNote, addSignatureField, emptyContents, emptyRange } from "./signature-field.ts"
import type { SigningCertificate } from "./signing-certificate.ts"
import { type TimeStampSource, timeStampSource } from "./time-stamp.ts"

/** `timestamped` is false when the authority did not reply. */
export type SealedPdf = { pdf: Uint8Array; timestamped: boolean }

/** Must be the last step before hashing: one changed byte breaks the seal. */
export async function seal(pdf: Uint8Array, note: SealNote): Promise<SealedPdf> {
  const { tsaUrl } = environment
  return sealWith(pdf, note, await signingCertificate(), tsaUrl === null ? null : timeStampSource(tsaUrl))
}

export async function sealWith(
  pdf: Uint8Array,
  note: SealNote,
  certificate: SigningCertificate,
  authority: TimeStampSource | null,
): Promise<SealedPdf> {
  const prepared = Buffer.from(await addSignatureField(pdf, note))
  const contents = `<${emptyContents}>`
  const start = prepared.lastIndexOf(contents)
  const end = start + contents.length
  const range = `[0 ${start} ${end} ${prepared.length - end}]`.padEnd(emptyRange.length)
  prepared.write(range, prepared.lastIndexOf(emptyRange), "latin1")
  const signed = Buffer.concat([prepared.subarray(0, start), prepared.subarray(end)])
  const { der, timestamped } = await detachedSignature(signed, certificate, authority && tolerateFailure(authority))
  const signature = Buffer.from(der).toString("hex")
  if (signature.length > emptyContents.length) throw new Error(`No room for a signature of ${signature.length} digits`)
  prepared.write(signature, start + 1, "latin1")
  return { pdf: new Uint8Array(prepared), timestamped }
}

function tolerateFailure(authority: TimeStampSource): (bytes: Uint8Array) => Promise<ArrayBuffer | null> {
  return async (bytes) => {
    try {
      return await authority(bytes)
    } catch (error) {
      log.warn("The time stamp authority did not answer; the document is sealed without a time stamp", { error })
      return null
    }
  }
}
