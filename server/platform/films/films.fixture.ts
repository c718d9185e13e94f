/** A few bytes: only the metadata boxes, without real pictures. */

type Mp4 = {
  codec?: string
  brand?: string
  width?: number
  height?: number
  turned?: boolean
  handler?: string
  places?: string
  seconds?: number
}

export function mp4({
  codec = "avc1",
  brand = "isom",
  width = 640,
  height = 360,
  turned = false,
  handler = "vide",
  places = "",
  seconds = 12.5,
}: Mp4 = {}): Buffer {
  const matrix = turned
    ? [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000]
    : [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]
  const trackHeader = Buffer.concat([
    Buffer.alloc(40),
    ...matrix.map(int),
    uint(width * 0x10000),
    uint(height * 0x10000),
  ])
  // Version 0: two instants, a time scale of 1000, a duration.
  const movieHeader = Buffer.concat([Buffer.alloc(12), uint(1000), uint(seconds * 1000), Buffer.alloc(80)])
  const samples = box("stsd", uint(0), uint(1), box(codec, Buffer.alloc(78)))
  const media = box(
    "mdia",
    box("hdlr", Buffer.alloc(8), Buffer.from(handler), Buffer.alloc(13)),
    box("minf", box("stbl", samples)),
  )
  const brands = box("ftyp", Buffer.from(brand), uint(512), Buffer.from(brand))
  // Cameras write their location like this: two samples in one chunk, after the pictures.
  const start = brands.length + 8 + "pictures".length
  const data = box(
    "trak",
    box(
      "mdia",
      box("hdlr", Buffer.alloc(8), Buffer.from("meta"), Buffer.alloc(13)),
      box(
        "minf",
        box(
          "stbl",
          box("stsz", uint(0), uint(0), uint(2), uint(4), uint(Math.max(0, places.length - 4))),
          box("stsc", uint(0), uint(1), uint(1), uint(2), uint(1)),
          box("stco", uint(0), uint(1), uint(start)),
        ),
      ),
    ),
  )
  return Buffer.concat([
    brands,
    ...(places ? [box("mdat", Buffer.from(`pictures${places}`))] : []),
    box(
      "moov",
      box("mvhd", movieHeader),
      box("trak", box("tkhd", trackHeader), media),
      ...(places ? [data] : []),
      box("udta", Buffer.from("+48.85+002.35/")),
    ),
    ...(places ? [] : [box("mdat", Buffer.from("pictures"))]),
  ])
}

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([uint(body.length + 8), Buffer.from(type), body])
}

function uint(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
