/** Films of a few bytes: the boxes that say what they are, and nothing to look at. */

type Mp4 = {
  codec?: string
  brand?: string
  width?: number
  height?: number
  turned?: boolean
  handler?: string
  places?: string
}

export function mp4({
  codec = "avc1",
  brand = "isom",
  width = 640,
  height = 360,
  turned = false,
  handler = "vide",
  places = "",
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
  // Version 0: two instants, a scale of 1000, 12.5 seconds.
  const movieHeader = Buffer.concat([Buffer.alloc(12), uint(1000), uint(12_500), Buffer.alloc(80)])
  const samples = box("stsd", uint(0), uint(1), box(codec, Buffer.alloc(78)))
  const media = box(
    "mdia",
    box("hdlr", Buffer.alloc(8), Buffer.from(handler), Buffer.alloc(13)),
    box("minf", box("stbl", samples)),
  )
  const brands = box("ftyp", Buffer.from(brand), uint(512), Buffer.from(brand))
  // As a camera writes where it is: two samples in one chunk, after the pictures.
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

type Webm = { codec?: string; kind?: string; live?: boolean; type?: number }

/** `live`: as a browser records it, with the length of nothing that is still being written. */
export function webm({ codec = "V_VP9", kind = "webm", live = false, type = 1 }: Webm = {}): Buffer {
  const video = element("e0", element("b0", Buffer.from([2, 128])), element("ba", Buffer.from([1, 104])))
  const track = element(
    "ae",
    element("83", Buffer.from([type])),
    element("86", Buffer.from(codec)),
    element("536e", Buffer.from("+48.85")),
    video,
  )
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE(4_200)
  const info = element(
    "1549a966",
    element("2ad7b1", Buffer.from([0x0f, 0x42, 0x40])),
    element("7ba9", Buffer.from("À la maison, +48.85")),
    ...(live ? [] : [element("4489", duration)]),
  )
  const cluster = element("e7", Buffer.from([0]))
  const parts = [
    info,
    element("1654ae6b", track),
    live ? endless("1f43b675", cluster) : element("1f43b675", cluster),
    element("1254c367", element("7373", Buffer.from("LOCATION: +48.85+002.35/"))),
    live ? endless("1f43b675", cluster) : element("1f43b675", cluster),
  ]
  const header = element("1a45dfa3", element("4282", Buffer.from(kind)))
  return Buffer.concat([header, live ? endless("18538067", ...parts) : element("18538067", ...parts)])
}

function element(id: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(0x10000000 + body.length)
  return Buffer.concat([Buffer.from(id, "hex"), size, body])
}

function endless(id: string, ...content: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from(id, "hex"), Buffer.from("01ffffffffffffff", "hex"), ...content])
}
