import { onTwoThreads, sharp } from "./sharp.ts"

/** A decoded picture: 8 bits a channel, sRGB; 4 channels only where something is transparent. */
export type Pixels = { data: Buffer; width: number; height: number; channels: 3 | 4 }

export function fromPixels({ data, width, height, channels }: Pixels) {
  return sharp(data, { raw: { width, height, channels } })
}

/** Decodes to pixels. Most programs write an opacity that nothing uses; without it the picture is lighter. */
export async function toPixels(image: ReturnType<typeof sharp>): Promise<Pixels> {
  const decoding = image.toColourspace("srgb").raw({ depth: "uchar" })
  const { data, info } = await onTwoThreads(() => decoding.toBuffer({ resolveWithObject: true }))
  const { width, height } = info
  if (info.channels !== 4) return { data, width, height, channels: 3 }
  if (!isOpaque(data)) return { data, width, height, channels: 4 }
  const plain = await onTwoThreads(() =>
    fromPixels({ data, width, height, channels: 4 }).removeAlpha().raw().toBuffer(),
  )
  return { data: plain, width, height, channels: 3 }
}

function isOpaque(rgba: Buffer): boolean {
  for (let alpha = 3; alpha < rgba.length; alpha += 4) if (rgba[alpha] !== 255) return false
  return true
}
