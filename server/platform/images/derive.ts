import { type ImageFormat, formats } from "./content-type.ts"
import { type AcceptedImage, type Pixels, fromPixels } from "./pixels.ts"
import { inTwoThreads } from "./sharp.ts"
import { fallbackExtension, fallbackWidth, widthsFor } from "./sizes.ts"

/** How long an encoder searches for fewer bytes: an upload is made once and read a thousand times. */
type Effort = { avif: number; webp: number }
export const bestEncoding: Effort = { avif: 2, webp: 4 }
/** For the demonstration pictures, for which a first start waits: twice as fast, a tenth heavier. */
export const fastEncoding: Effort = { avif: 1, webp: 2 }

type Encoded = { extension: string; mimetype: string; body: Buffer }
type Size = Encoded & { width: number }

const MAX_PLACEHOLDER_LENGTH = 24
const MAX_PLACEHOLDER = 600

/** A picture in every size, before anything is stored. */
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
    placeholderOf(pixels),
  ])
  return { format, width: pixels.width, height: pixels.height, original, sizes, placeholder }
}

/** Every size of a picture: AVIF and WebP in each width, and the one fallback. */
async function deriveSizes(pixels: Pixels, mimetype: string, effort: Effort): Promise<Size[]> {
  const widths = widthsFor(pixels.width)
  const fallback = fallbackWidth(widths)
  const at = (width: number) => fromPixels(pixels).resize({ width })
  // The longest first, so that no core waits for the last one alone.
  const slowestFirst = [...widths].reverse()
  const sizes = [
    ...slowestFirst.map((width) => ({
      width,
      extension: "avif",
      mimetype: "image/avif",
      encode: () => at(width).avif({ quality: 55, effort: effort.avif, chromaSubsampling: "4:2:0" }).toBuffer(),
    })),
    ...slowestFirst.map((width) => ({
      width,
      extension: "webp",
      mimetype: "image/webp",
      encode: () => at(width).webp({ quality: 78, effort: effort.webp }).toBuffer(),
    })),
    {
      width: fallback,
      extension: fallbackExtension(mimetype),
      mimetype: fallbackExtension(mimetype) === "jpg" ? "image/jpeg" : "image/png",
      encode: () =>
        fallbackExtension(mimetype) === "jpg"
          ? at(fallback).jpeg({ quality: 80, progressive: true }).toBuffer()
          : at(fallback).png({ palette: true, effort: 4 }).toBuffer(),
    },
  ]
  return Promise.all(sizes.map(async ({ encode, ...size }) => ({ ...size, body: await inTwoThreads(encode) })))
}

/** The picture itself, in the format it came in and with nothing but its pixels. */
function encodeOriginal(pixels: Pixels, format: ImageFormat, effort: Effort): Promise<Buffer> {
  const image = fromPixels(pixels)
  switch (format) {
    case "png":
      return inTwoThreads(() => image.png({ compressionLevel: 6 }).toBuffer())
    case "jpeg":
      return inTwoThreads(() => image.jpeg({ quality: 88, progressive: true }).toBuffer())
    case "gif":
      return inTwoThreads(() => image.gif({ effort: 4 }).toBuffer())
    case "webp":
      return inTwoThreads(() => image.webp({ quality: 88, effort: effort.webp }).toBuffer())
    case "avif":
      return inTwoThreads(() => image.avif({ quality: 68, effort: effort.avif }).toBuffer())
  }
}

/** A picture of at most 24 pixels as a `data:` address of at most 600 characters, shown blurred while the real one loads. */
async function placeholderOf(pixels: Pixels): Promise<string> {
  for (let side = MAX_PLACEHOLDER_LENGTH; ; side = Math.floor(side / 2)) {
    const image = fromPixels(pixels).resize({ width: side, height: side, fit: "inside" })
    const tiny = await inTwoThreads(() => image.webp({ quality: 40, alphaQuality: 40, effort: 6 }).toBuffer())
    const address = `data:image/webp;base64,${tiny.toString("base64")}`
    if (address.length < MAX_PLACEHOLDER || side <= 1) return address
  }
}
