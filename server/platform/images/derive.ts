import { type ImageFormat, formats } from "./content-type.ts"
import { type AcceptedImage, type Pixels, fromPixels } from "./pixels.ts"
import { runImageWork } from "./sharp.ts"
import { fallbackExtension, fallbackWidth, widthsFor } from "./sizes.ts"

type Effort = { avif: number; webp: number }
export const bestEncoding: Effort = { avif: 2, webp: 4 }
export const fastEncoding: Effort = { avif: 1, webp: 2 }

type Encoded = { extension: string; mimetype: string; body: Buffer }
type Size = Encoded & { width: number }

const MAX_PLACEHOLDER_SIDE = 24
const MAX_PLACEHOLDER_CHARS = 600

export type EncodedImage = {
  format: ImageFormat
  width: number
  height: number
  original: Buffer
  sizes: Size[]
  placeholder: string
}

export async function encode({ pixels, format }: AcceptedImage, effort: Effort): Promise<EncodedImage> {
  const [original, sizes, placeholder] = await Promise.all([
    encodeOriginal(pixels, format, effort),
    deriveSizes(pixels, formats[format].mimetype, effort),
    encodePlaceholder(pixels),
  ])
  return { format, width: pixels.width, height: pixels.height, original, sizes, placeholder }
}

async function deriveSizes(pixels: Pixels, mimetype: string, effort: Effort): Promise<Size[]> {
  const widths = widthsFor(pixels.width)
  const fallback = fallbackWidth(widths)
  const resizedTo = (width: number) => fromPixels(pixels).resize({ width })
  // Longest first, so that no core waits for the last.
  const slowestFirst = [...widths].reverse()
  const sizes = [
    ...slowestFirst.map((width) => ({
      width,
      extension: "avif",
      mimetype: "image/avif",
      encode: () => resizedTo(width).avif({ quality: 55, effort: effort.avif, chromaSubsampling: "4:2:0" }).toBuffer(),
    })),
    ...slowestFirst.map((width) => ({
      width,
      extension: "webp",
      mimetype: "image/webp",
      encode: () => resizedTo(width).webp({ quality: 78, effort: effort.webp }).toBuffer(),
    })),
    {
      width: fallback,
      extension: fallbackExtension(mimetype),
      mimetype: fallbackExtension(mimetype) === "jpg" ? "image/jpeg" : "image/png",
      encode: () =>
        fallbackExtension(mimetype) === "jpg"
          ? resizedTo(fallback).jpeg({ quality: 80, progressive: true }).toBuffer()
          : resizedTo(fallback).png({ palette: true, effort: 4 }).toBuffer(),
    },
  ]
  return Promise.all(sizes.map(async ({ encode, ...size }) => ({ ...size, body: await runImageWork(encode) })))
}

function encodeOriginal(pixels: Pixels, format: ImageFormat, effort: Effort): Promise<Buffer> {
  const image = fromPixels(pixels)
  switch (format) {
    case "png":
      return runImageWork(() => image.png({ compressionLevel: 6 }).toBuffer())
    case "jpeg":
      return runImageWork(() => image.jpeg({ quality: 88, progressive: true }).toBuffer())
    case "gif":
      return runImageWork(() => image.gif({ effort: 4 }).toBuffer())
    case "webp":
      return runImageWork(() => image.webp({ quality: 88, effort: effort.webp }).toBuffer())
    case "avif":
      return runImageWork(() => image.avif({ quality: 68, effort: effort.avif }).toBuffer())
  }
}

async function encodePlaceholder(pixels: Pixels): Promise<string> {
  for (let side = MAX_PLACEHOLDER_SIDE; ; side = Math.floor(side / 2)) {
    const image = fromPixels(pixels).resize({ width: side, height: side, fit: "inside" })
    const tiny = await runImageWork(() => image.webp({ quality: 40, alphaQuality: 40, effort: 6 }).toBuffer())
    const address = `data:image/webp;base64,${tiny.toString("base64")}`
    if (address.length < MAX_PLACEHOLDER_CHARS || side <= 1) return address
  }
}
