import { type Result, ok } from "../../../domain/result.ts"
import { acceptImage } from "./accept.ts"
import { fromPixels } from "./pixels.ts"
import type { ImageRefusal } from "./refusals.ts"

type AcceptedPhoto = { data: Uint8Array; info: { width: number; height: number } }

/** A photograph as evidence: small, and without the metadata of the device. */
export async function acceptPhoto(body: Uint8Array, maxSide: number): Promise<Result<AcceptedPhoto, ImageRefusal>> {
  const photo = await acceptImage(body)
  if (!photo.ok) return photo
  return ok(
    await fromPixels(photo.value.pixels)
      .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 80 })
      .toBuffer({ resolveWithObject: true }),
  )
}
