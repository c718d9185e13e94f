import { type CertificateType, MAX_CERTIFICATE_BYTES } from "../../../domain/booking/insurance.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { readUntrusted, defineReader } from "../../platform/untrusted/read.ts"
import type { PdfProblem, examinePdf } from "./examine-pdf.ts"
import { acceptImage } from "../../platform/images/accept.ts"
import { fromPixels } from "../../platform/images/pixels.ts"

type CertificateFile = { body: Uint8Array; contentType: CertificateType }
export type FileProblem = "empty" | "too-large" | PdfProblem

const pdfReader = defineReader<typeof examinePdf>("server/bookings/insurance/examine-pdf.ts", "examinePdf")

const PAGE_SIDE = 2400

/** Re-encodes pictures; PDFs stay byte-identical to keep an insurer's seal. */
export async function acceptCertificate(body: Uint8Array): Promise<Result<CertificateFile, FileProblem>> {
  if (body.byteLength === 0) return err("empty")
  if (body.byteLength > MAX_CERTIFICATE_BYTES) return err("too-large")
  if (isPdf(body)) {
    const read = await readUntrusted(pdfReader, [body])
    const problem = read.ok ? read.value : "not-readable"
    return problem === null ? ok({ body, contentType: "application/pdf" }) : err(problem)
  }
  const picture = await acceptImage(body)
  if (!picture.ok) return err("not-readable")
  const page = await fromPixels(picture.value.pixels)
    .resize({ width: PAGE_SIDE, height: PAGE_SIDE, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 85 })
    .toBuffer()
  return ok({ body: new Uint8Array(page), contentType: "image/jpeg" })
}

function isPdf(body: Uint8Array): boolean {
  return Buffer.from(body.subarray(0, 1024)).includes("%PDF-")
}
