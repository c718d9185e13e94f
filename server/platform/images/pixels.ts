import { inTwoThreads, sharp } from "./sharp.ts"
import type { ImageFormat } from "./content-type.ts"
import type { Crop } from "../../../isomorphic/crop.ts"

/** A decoded picture: 8 bits a channel, sRGB; 4 channels only where something is transparent. */
export type Pixels = { data: Buffer; width: number; height: number; channels: 3 | 4 }

export function fromPixels({ data, width, height, channels }: Pixels) {
  return sharp(data, { raw: { width, height, channels } })
}

/** Decodes to pixels. Most programs write an opacity that nothing uses; without it the picture is lighter. */
export async function toPixels(image: ReturnType<typeof sharp>): Promise<Pixels> {
  const decoding = image.toColourspace("srgb").raw({ depth: "uchar" })
  const { data, info } = await inTwoThreads(() => decoding.toBuffer({ resolveWithObject: true }))
  const { width, height } = info
  if (info.channels !== 4) return { data, width, height, channels: 3 }
  if (!isOpaque(data)) return { data, width, height, channels: 4 }
  const plain = await inTwoThreads(() =>
    fromPixels({ data, width, height, channels: 4 }).removeAlpha().raw().toBuffer(),
  )
  return { data: plain, width, height, channels: 3 }
}

function isOpaque(rgba: Buffer): boolean {
  for (let alpha = 3; alpha < rgba.length; alpha += 4) if (rgba[alpha] !== 255) return false
  return true
}

const WIDTH = 1600
/** What an SVG's own unit of length means. */
const DOTS_PER_INCH = 72

export type AcceptedImage = { format: ImageFormat; pixels: Pixels }

/** Pixels of one of our own drawings, drawn at the width that is kept, not enlarged afterwards. */
export async function rasterise(svg: Buffer): Promise<AcceptedImage> {
  const { width } = await sharp(svg, { density: DOTS_PER_INCH }).metadata()
  const pixels = await toPixels(sharp(svg, { density: (DOTS_PER_INCH * WIDTH) / width }).resize({ width: WIDTH }))
  return { format: pixels.channels === 4 ? "png" : "jpeg", pixels }
}

/** That part of a picture, to the pixel. */
export async function cropPixels(pixels: Pixels, { x, y, width, height }: Crop): Promise<Pixels> {
  const left = Math.min(Math.round(x * pixels.width), pixels.width - 1)
  const top = Math.min(Math.round(y * pixels.height), pixels.height - 1)
  const right = Math.max(left + 1, Math.min(Math.round((x + width) * pixels.width), pixels.width))
  const bottom = Math.max(top + 1, Math.min(Math.round((y + height) * pixels.height), pixels.height))
  return toPixels(fromPixels(pixels).extract({ left, top, width: right - left, height: bottom - top }))
}
