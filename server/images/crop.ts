import type { Crop } from "../../isomorphic/crop.ts"
import { type Pixels, fromPixels, toPixels } from "./pixels.ts"

/** That part of a picture, to the pixel. */
export async function cropPixels(pixels: Pixels, { x, y, width, height }: Crop): Promise<Pixels> {
  const left = Math.min(Math.round(x * pixels.width), pixels.width - 1)
  const top = Math.min(Math.round(y * pixels.height), pixels.height - 1)
  const right = Math.max(left + 1, Math.min(Math.round((x + width) * pixels.width), pixels.width))
  const bottom = Math.max(top + 1, Math.min(Math.round((y + height) * pixels.height), pixels.height))
  return toPixels(fromPixels(pixels).extract({ left, top, width: right - left, height: bottom - top }))
}
