import { inTwoThreads, sharp } from "./sharp.ts"

/** What an SVG's own unit of length means. */
const DOTS_PER_INCH = 72

/** A square drawing of `side` units as a PNG of `pixels` a side, drawn at that size and not enlarged. */
export function iconPng(svg: string, side: number, pixels: number): Promise<Buffer> {
  const density = (DOTS_PER_INCH * pixels) / side
  return inTwoThreads(() =>
    sharp(Buffer.from(svg), { density }).resize(pixels, pixels).png({ compressionLevel: 9 }).toBuffer(),
  )
}

/** A Windows icon file that holds one PNG of at most 256 pixels a side: what browsers ask for at /favicon.ico. */
export function icoOf(png: Buffer, pixels: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(pixels % 256, 6)
  head.writeUInt8(pixels % 256, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
