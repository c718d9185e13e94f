import { crc32, deflateSync } from "node:zlib"
import { sharp } from "./sharp.ts"

type Format = "png" | "jpeg" | "gif" | "webp" | "avif"

/** Gradients that do not compress to almost nothing. */
export function photograph(width: number, height: number, format: Format = "jpeg"): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      data[at] = (255 * x) / width
      data[at + 1] = (255 * y) / height
      data[at + 2] = 128 + 100 * Math.sin((x * y) / 5_000)
    }
  }
  const image = sharp(data, { raw: { width, height, channels: 3 } })
  return image[format]().toBuffer()
}

/** Padded with JPEG comments, which any reader skips. */
export async function photographOfSize(bytes: number): Promise<Buffer> {
  const photo = await photograph(400, 300)
  const comments: Buffer[] = []
  for (let missing = bytes - photo.length; missing > 0;) {
    // A comment has 4 bytes of frame and at most 65,533 of text; a rest below 4 could not be framed.
    const whole = missing > 65_537 ? Math.min(65_537, missing - 4) : missing
    const comment = Buffer.alloc(whole, 0x20)
    comment.writeUInt16BE(0xfffe, 0)
    comment.writeUInt16BE(whole - 2, 2)
    comments.push(comment)
    missing -= whole
  }
  return Buffer.concat([photo.subarray(0, 2), ...comments, photo.subarray(2)])
}

/** Stored sideways with an EXIF rotation, red at its left, with location and owner. */
export function telephonePhotograph(): Promise<Buffer> {
  const red = { create: { width: 100, height: 200, channels: 3 as const, background: "#e00000" } }
  return sharp({ create: { width: 400, height: 200, channels: 3, background: "#0000e0" } })
    .composite([{ input: red, left: 0, top: 0 }])
    .withExif({
      IFD0: { Artist: "Camille Secret", Copyright: "Camille Secret" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "48/1 51/1 24/1", GPSLongitudeRef: "E", GPSLongitude: "2/1 21/1 7/1" },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const named = Buffer.concat([Buffer.from(type, "latin1"), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** 30,000 × 30,000 pixels fit in 110 kB and would fill 3.6 GB once decoded. */
export function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height), { level: 9 })
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

export async function pngWith(type: string, data: Buffer): Promise<Buffer> {
  const photo = await photograph(60, 40, "png")
  return Buffer.concat([photo.subarray(0, 33), chunk(type, data), photo.subarray(33)])
}

export function zipArchive(): Buffer {
  const name = Buffer.from("virus.js")
  const content = Buffer.from("alert(1)")
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt32LE(crc32(content), 10)
  common.writeUInt32LE(content.length, 14)
  common.writeUInt32LE(content.length, 18)
  common.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, name, content])
  const directory = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, Buffer.alloc(14), name])
  const end = Buffer.alloc(22)
  end.write("PK\x05\x06", "latin1")
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, directory, end])
}

export async function animation(): Promise<Buffer> {
  const frame = (background: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer()
  const frames = await Promise.all([frame("#e00000"), frame("#00e000")])
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer()
}
