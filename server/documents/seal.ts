import { Buffer } from "node:buffer"
import { pdflibAddPlaceholder } from "@signpdf/placeholder-pdf-lib"
import { SignPdf } from "@signpdf/signpdf"
import { SUBFILTER_ETSI_CADES_DETACHED, Signer } from "@signpdf/utils"
import { PDFDocument } from "pdf-lib"
import { environment } from "../environment.server.ts"
import { log } from "../log.ts"
import { signingCertificate } from "./certificate.ts"
import { detachedSignature } from "./cms.ts"
import type { SigningCertificate } from "./signing-certificate.ts"
import { type TimeStampSource, timeStampSource } from "./time-stamp.ts"

/** `timestamped` is false without a time stamp authority, and when it did not answer: the seal itself is whole. */
export type SealedPdf = { pdf: Uint8Array; timestamped: boolean }

/** What the seal says of itself beside the certificate, in the viewer's panel of signatures. */
export type SealNote = { reason: string; by: string }

/** Hexadecimal digits kept for the signature, its certificates and a time stamp with its own. */
const ROOM = 40_000

/**
 * Closes a document with the company's seal: PAdES baseline B, or T where `TSA_URL` names a time stamp authority. The
 * last act before a document is hashed and stored: one changed byte afterwards breaks it.
 */
export async function seal(pdf: Uint8Array, note: SealNote): Promise<SealedPdf> {
  const { tsaUrl } = environment
  return sealWith(pdf, note, await signingCertificate(), tsaUrl === null ? null : timeStampSource(tsaUrl))
}

/** {@link seal} with a certificate and a time stamp authority of the caller's choice. */
export async function sealWith(
  pdf: Uint8Array,
  { reason, by }: SealNote,
  certificate: SigningCertificate,
  authority: TimeStampSource | null,
): Promise<SealedPdf> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  pdflibAddPlaceholder({
    pdfDoc: document,
    reason: pdfText(reason),
    name: pdfText(by),
    contactInfo: "",
    location: "France",
    signatureLength: ROOM,
    subFilter: SUBFILTER_ETSI_CADES_DETACHED,
  })
  // Plain objects: readers of ours and of others find the signature without unpacking anything.
  const prepared = await document.save({ useObjectStreams: false, updateFieldAppearances: false })
  const signer = new CompanySigner(certificate, authority)
  const sealed = await new SignPdf().sign(prepared, signer)
  return { pdf: new Uint8Array(sealed), timestamped: signer.timestamped }
}

class CompanySigner extends Signer {
  timestamped = false
  readonly #certificate: SigningCertificate
  readonly #authority: TimeStampSource | null

  constructor(certificate: SigningCertificate, authority: TimeStampSource | null) {
    super()
    this.#certificate = certificate
    this.#authority = authority
  }

  override async sign(bytes: Buffer): Promise<Buffer> {
    const stamp = this.#authority && withoutFailing(this.#authority)
    const signature = await detachedSignature(bytes, this.#certificate, stamp)
    this.timestamped = signature.timestamped
    return Buffer.from(signature.der)
  }
}

/** An authority that is away costs the time stamp, never the seal. */
function withoutFailing(authority: TimeStampSource): (bytes: Uint8Array) => Promise<ArrayBuffer | null> {
  return async (bytes) => {
    try {
      return await authority(bytes)
    } catch (error) {
      log.warn("The time stamp authority did not answer; the document is sealed without a time stamp", { error })
      return null
    }
  }
}

/** A string of a PDF is written in Latin-1 between brackets, which the library does not escape. */
function pdfText(text: string): string {
  return text.replace(/[‘’]/g, "'").replace(/[^ -~\u00c0-\u00ff]|[()\\]/g, "")
}
