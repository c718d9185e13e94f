import { type CertificateType, MAX_CERTIFICATE_BYTES } from "../../domain/booking/insurance.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { acceptImage } from "../images/accept.ts"
import { fromPixels } from "../images/pixels.ts"

export type CertificateFile = { body: Uint8Array; contentType: CertificateType }
export type FileProblem = "empty" | "too-large" | "not-readable"

/** A photographed page is read at this size. */
const PAGE_SIDE = 2400

/**
 * Judges a file by its content, never by its name. A picture is encoded anew, as every picture that we take. A PDF stays as
 * it was sent, since what an insurer sealed must not change: it is only ever given as a download, and opens in no page of ours.
 */
export async function acceptCertificate(body: Uint8Array): Promise<Result<CertificateFile, FileProblem>> {
  if (body.byteLength === 0) return err("empty")
  if (body.byteLength > MAX_CERTIFICATE_BYTES) return err("too-large")
  if (isPdf(body)) return ok({ body, contentType: "application/pdf" })
  const picture = await acceptImage(body)
  if (!picture.ok) return err("not-readable")
  const page = await fromPixels(picture.value.pixels)
    .resize({ width: PAGE_SIDE, height: PAGE_SIDE, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 85 })
    .toBuffer()
  return ok({ body: new Uint8Array(page), contentType: "image/jpeg" })
}

/** From its first byte to its last lines: nothing stands before it, and it was not cut short. */
function isPdf(body: Uint8Array): boolean {
  const text = (from: number, to: number) => Buffer.from(body.subarray(from, to)).toString("latin1")
  return /^%PDF-\d\.\d/.test(text(0, 16)) && text(Math.max(0, body.length - 1024), body.length).includes("%%EOF")
}
