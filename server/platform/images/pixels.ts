import { runImageWork, sharp } from "./sharp.ts"
import type { ImageFormat } from "./content-type.ts"
import type { Crop } from "../../../isomorphic/crop.ts"

export type Pixels = { data: Buffer; width: number; height: number; channels: 3 | 4 }

export function fromPixels({ data, width, height, channels }: Pixels) {
  return sharp(data, { raw: { width, height, channels } })
}

export async function toPixels(image: ReturnType<typeof sharp>): Promise<Pixels> {
  const decoding = image.toColourspace("srgb").raw({ depth: "uchar" })
  const { data, info } = await runImageWork(() => decoding.toBuffer({ resolveWithObject: true }))
  const { width, height } = info
  if (info.channels !== 4) return { data, width, height, channels: 3 }
  if (!isOpaque(data)) return { data, width, height, channels: 4 }
  const opaque = await runImageWork(() =>
    fromPixels({ data, width, height, channels: 4 }).removeAlpha().raw().toBuffer(),
  )
  return { data: opaque, width, height, channels: 3 }
}

function isOpaque(rgba: Buffer): boolean {
  for (let alpha = 3; alpha < rgba.length; alpha += 4) if (rgba[alpha] !== 255) return false
  return true
}

const WIDTH = 1600
const DOTS_PER_INCH = 72

export type AcceptedImage = { format: ImageFormat; pixels: Pixels }

export async function rasterise(svg: Buffer): Promise<AcceptedImage> {
  const { width } = await sharp(svg, { density: DOTS_PER_INCH }).metadata()
  const pixels = await toPixels(sharp(svg, { density: (DOTS_PER_INCH * WIDTH) / width }).resize({ width: WIDTH }))
  return { format: pixels.channels === 4 ? "png" : "jpeg", pixels }
}

export async function cropPixels(pixels: Pixels, { x, y, width, height }: Crop): Promise<Pixels> {
  const left = Math.min(Math.round(x * pixels.width), pixels.width - 1)
  const top = Math.min(Math.round(y * pixels.height), pixels.height - 1)
  const right = Math.max(left + 1, Math.min(Math.round((x + width) * pixels.width), pixels.width))
  const bottom = Math.max(top + 1, Math.min(Math.round((y + height) * pixels.height), pixels.height))
  return toPixels(fromPixels(pixels).extract({ left, top, width: right - left, height: bottom - top }))
}
