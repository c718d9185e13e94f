import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfStream, PdfString } from "@libpdf/core"
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
/** A flag of an annotation. */
const PRINTED = 4
/** Signatures exist, and are lost unless what follows is appended. */
const SIGNED = 3

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
  const prepared = Buffer.from(await withSignatureField(pdf, { reason, by }))
  const contents = `<${emptyContents}>`
  const start = prepared.lastIndexOf(contents)
  const end = start + contents.length
  const range = `[0 ${start} ${end} ${prepared.length - end}]`.padEnd(emptyRange.length)
  prepared.write(range, prepared.lastIndexOf(emptyRange), "latin1")
  const signed = Buffer.concat([prepared.subarray(0, start), prepared.subarray(end)])
  const { der, timestamped } = await detachedSignature(signed, certificate, authority && withoutFailing(authority))
  const signature = Buffer.from(der).toString("hex")
  if (signature.length > ROOM) throw new Error(`The signature has ${signature.length} digits and room for ${ROOM}`)
  prepared.write(signature, start + 1, "latin1")
  return { pdf: new Uint8Array(prepared), timestamped }
}

const emptyContents = "0".repeat(ROOM)
/** As wide as any range. */
const emptyRange = "[0 9999999999 9999999999 9999999999]"

/** The document and, behind it, an invisible field whose signature is still to be filled in. */
async function withSignatureField(pdf: Uint8Array, { reason, by }: SealNote): Promise<Uint8Array> {
  const document = await PDF.load(pdf)
  const page = document.getPage(0)
  if (!page) throw new Error("A document without a page")
  const numbers = (...values: number[]) => PdfArray.of(...values.map(PdfNumber.of))
  const signature = document.createDict({
    Type: PdfName.of("Sig"),
    Filter: PdfName.of("Adobe.PPKLite"),
    SubFilter: PdfName.of("ETSI.CAdES.detached"),
    ByteRange: numbers(0, 9_999_999_999, 9_999_999_999, 9_999_999_999),
    Contents: PdfString.fromHex(emptyContents),
    Reason: PdfString.fromString(plainText(reason)),
    Name: PdfString.fromString(plainText(by)),
    Location: PdfString.fromString("France"),
    M: PdfString.fromString(`D:${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}Z`),
  })
  // PDF/A wants an appearance even of what nobody sees.
  const form = { Type: PdfName.of("XObject"), Subtype: PdfName.of("Form"), BBox: numbers(0, 0, 0, 0) }
  const field = document.createDict({
    Type: PdfName.of("Annot"),
    Subtype: PdfName.of("Widget"),
    FT: PdfName.of("Sig"),
    T: PdfString.fromString("Signature1"),
    V: signature,
    P: page.ref,
    F: PdfNumber.of(PRINTED),
    Rect: numbers(0, 0, 0, 0),
    AP: PdfDict.of({ N: document.register(PdfStream.fromDict({ ...form, Resources: new PdfDict() })) }),
  })
  const annotations = page.dict.getArray("Annots", document.getObject.bind(document)) ?? new PdfArray()
  page.dict.set("Annots", PdfArray.of(...annotations, field))
  document.getCatalog().set("AcroForm", PdfDict.of({ SigFlags: PdfNumber.of(SIGNED), Fields: PdfArray.of(field) }))
  return document.save({ incremental: true })
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

/** Latin-1 without escapes, which every reader shows alike. */
function plainText(text: string): string {
  return text.replace(/[‘’]/g, "'").replace(/[^ -~\u00c0-\u00ff]|[()\\]/g, "")
}
