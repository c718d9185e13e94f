import { type Result, ok, err } from "../../../domain/result.ts"
import { log } from "../log.ts"
import { detectFormat, isPolyglot } from "./content-type.ts"
import { type AcceptedImage, type Pixels, toPixels } from "./pixels.ts"
import { type ImageProblem, type ImageRefusal, imageRefusal, MAX_UPLOAD_BYTES } from "./refusals.ts"
import { sharp } from "./sharp.ts"

/** A telephone takes up to 50 megapixels. */
const PIXEL_LIMIT = 51_000_000
const SECONDS_TO_DECODE = 15
const MAX_SIDE = 3200

/** Trusts content, never the name. Returns upright sRGB pixels without metadata. */
export async function acceptImage(body: Uint8Array): Promise<Result<AcceptedImage, ImageRefusal>> {
  const problem = checkBytes(body)
  if (problem) return err(imageRefusal(problem))
  const format = detectFormat(body)
  if (format === null || format === "other-image") return err(imageRefusal(format ? "format" : "not-an-image"))
  if (isPolyglot(body)) return err(imageRefusal("mixed"))
  try {
    const { format: detected, compression, width, height } = await open(body).metadata()
    const decoder = detected === "heif" && compression === "av1" ? "avif" : detected
    if (decoder !== format) return err(imageRefusal("format"))
    if (width * height > PIXEL_LIMIT) return err(imageRefusal("too-many-pixels"))
    return ok({ format, pixels: await decode(body) })
  } catch (error) {
    log.info("An image could not be decoded", { reason: error instanceof Error ? error.message : "unknown" })
    return err(imageRefusal(classifyError(error)))
  }
}

function checkBytes(body: Uint8Array): ImageProblem | null {
  if (body.byteLength === 0) return "empty"
  return body.byteLength > MAX_UPLOAD_BYTES ? "too-large" : null
}

function open(body: Uint8Array) {
  return sharp(body, { limitInputPixels: PIXEL_LIMIT, failOn: "error", pages: 1, sequentialRead: true })
}

function decode(body: Uint8Array): Promise<Pixels> {
  return toPixels(
    open(body)
      .timeout({ seconds: SECONDS_TO_DECODE })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true }),
  )
}

function classifyError(error: unknown): ImageProblem {
  const message = error instanceof Error ? error.message : ""
  if (/pixel limit/i.test(message)) return "too-many-pixels"
  return /timeout/i.test(message) ? "too-slow" : "damaged"
}
