import { runImageWork, sharp } from "./sharp.ts"

const DOTS_PER_INCH = 72

export function iconPng(svg: string, side: number, pixels: number): Promise<Buffer> {
  const density = (DOTS_PER_INCH * pixels) / side
  return runImageWork(() =>
    sharp(Buffer.from(svg), { density }).resize(pixels, pixels).png({ compressionLevel: 9 }).toBuffer(),
  )
}

export function toIco(png: Buffer, pixels: number): Buffer {
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
