import { DamagedFilm, type FilmFacts, UnplayableFilm } from "./facts.ts"

/** RFC 8794. `end` is null for what lasts until the next of its kind. */
type Element = { id: number; start: number; body: number; end: number | null }

const EBML = 0x1a45dfa3
const DOC_TYPE = 0x4282
const SEGMENT = 0x18538067
const INFO = 0x1549a966
const SCALE = 0x2ad7b1
const DURATION = 0x4489
/** Of the file: its title, its name, those of its neighbours, when it was made. Of a track: its name. */
const named = new Set([0x7ba9, 0x7384, 0x3c83ab, 0x3e83bb, 0x4461])
const TRACK_NAME = 0x536e
const TRACKS = 0x1654ae6b
const TRACK = 0xae
const TRACK_TYPE = 0x83
const CODEC = 0x86
const VIDEO = 0xe0
const WIDTH = 0xb0
const HEIGHT = 0xba
const CLUSTER = 0x1f43b675
const TAGS = 0x1254c367
const ATTACHMENTS = 0x1941a469
const VOID = 0xec

/** What stands in a segment by itself: it ends a cluster whose length nobody knew. */
const segmentParts = new Set([0x114d9b74, INFO, TRACKS, CLUSTER, 0x1c53bb6b, ATTACHMENTS, 0x1043a770, TAGS])
const codecs = /^V_(VP8|VP9|AV1)$/

export const isWebm = (body: Uint8Array) =>
  body.byteLength > 4 && new DataView(body.buffer, body.byteOffset).getUint32(0) === EBML

/** Reads a WebM film, and empties in `body` what it says of anyone who made it, byte for byte. */
export function readWebm(body: Uint8Array): FilmFacts {
  const reader = new Reader(body)
  const header = reader.elementAt(0, body.byteLength)
  const kind = reader.child(header, DOC_TYPE)
  if (!kind || reader.text(kind) !== "webm") throw new UnplayableFilm("format")
  const segment = reader.elementAt(header.end ?? body.byteLength, body.byteLength)
  if (segment.id !== SEGMENT) throw new DamagedFilm("no segment in it")
  const parts = reader.segmentParts(segment)
  const tracks = parts.find(({ id }) => id === TRACKS)
  if (!tracks || !parts.some(({ id }) => id === CLUSTER)) throw new DamagedFilm("no pictures in it")
  const picture = reader
    .children(tracks)
    .filter(({ id }) => id === TRACK)
    .find((track) => reader.number(reader.child(track, TRACK_TYPE)) === 1)
  if (!picture) throw new UnplayableFilm("no-picture")
  const codec = reader.child(picture, CODEC)
  if (!codec || !codecs.test(reader.text(codec))) throw new UnplayableFilm("codec")
  const video = reader.child(picture, VIDEO)
  const width = video ? reader.number(reader.child(video, WIDTH)) : 0
  const height = video ? reader.number(reader.child(video, HEIGHT)) : 0
  if (width === 0 || height === 0) throw new DamagedFilm("pictures without a size")
  const info = parts.find(({ id }) => id === INFO)
  const seconds = info ? secondsOf(reader, info) : null
  for (const part of parts) if (part.id === TAGS || part.id === ATTACHMENTS) reader.empty(part)
  if (info) for (const part of reader.children(info)) if (named.has(part.id)) reader.empty(part)
  for (const track of reader.children(tracks))
    for (const part of track.id === TRACK ? reader.children(track) : []) if (part.id === TRACK_NAME) reader.empty(part)
  return { mimetype: "video/webm", extension: "webm", width, height, seconds }
}

function secondsOf(reader: Reader, info: Element): number | null {
  const duration = reader.child(info, DURATION)
  if (!duration) return null
  // Nanoseconds; a million unless it says otherwise.
  const scale = reader.number(reader.child(info, SCALE)) || 1_000_000
  const seconds = (reader.real(duration) * scale) / 1e9
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

class Reader {
  readonly #body: Uint8Array
  readonly #view: DataView

  constructor(body: Uint8Array) {
    this.#body = body
    this.#view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  }

  elementAt(start: number, limit: number): Element {
    const idLength = this.#lengthAt(start, limit, 4)
    let id = 0
    for (let index = 0; index < idLength; index++) id = id * 256 + this.#view.getUint8(start + index)
    const size = start + idLength
    const sizeLength = this.#lengthAt(size, limit, 8)
    const mark = 0x80 >> (sizeLength - 1)
    let length = this.#view.getUint8(size) & (mark - 1)
    let unknown = length === mark - 1
    for (let index = 1; index < sizeLength; index++) {
      const byte = this.#view.getUint8(size + index)
      unknown &&= byte === 0xff
      length = length * 256 + byte
    }
    const body = size + sizeLength
    if (unknown) return { id, start, body, end: null }
    if (length > limit - body) throw new DamagedFilm("a part is longer than what holds it")
    return { id, start, body, end: body + length }
  }

  children({ body, end }: Element): Element[] {
    if (end === null) throw new DamagedFilm("a part without its length")
    const found: Element[] = []
    for (let at = body; at < end;) {
      const child = this.elementAt(at, end)
      if (child.end === null) throw new DamagedFilm("a part without its length")
      found.push(child)
      at = child.end
    }
    return found
  }

  child(parent: Element, id: number): Element | null {
    return this.children(parent).find((each) => each.id === id) ?? null
  }

  /** A recorder that writes as it goes knows neither the length of the segment nor that of its clusters. */
  segmentParts({ body, end }: Element): Element[] {
    const limit = end ?? this.#body.byteLength
    const found: Element[] = []
    for (let at = body; at < limit;) {
      const part = this.elementAt(at, limit)
      if (part.end === null && part.id !== CLUSTER) throw new DamagedFilm("a part without its length")
      found.push(part)
      at = part.end ?? this.#endOfCluster(part.body, limit)
    }
    return found
  }

  #endOfCluster(from: number, limit: number): number {
    let at = from
    while (at < limit) {
      const part = this.elementAt(at, limit)
      if (segmentParts.has(part.id)) return at
      if (part.end === null) throw new DamagedFilm("a part without its length")
      at = part.end
    }
    return limit
  }

  text({ body, end }: Element): string {
    return Buffer.from(this.#body.subarray(body, end ?? body))
      .toString("latin1")
      .replaceAll("\0", "")
  }

  /** Zero for what is absent. */
  number(element: Element | null): number {
    if (!element) return 0
    let value = 0
    for (let at = element.body; at < (element.end ?? element.body); at++) value = value * 256 + this.#view.getUint8(at)
    return value
  }

  real({ body, end }: Element): number {
    const length = (end ?? body) - body
    if (length === 4) return this.#view.getFloat32(body)
    return length === 8 ? this.#view.getFloat64(body) : Number.NaN
  }

  /** Void instead, as long as it was: what stands after it keeps its place. */
  empty({ start, end }: Element): void {
    if (end === null) return
    const length = end - start
    this.#body.fill(0, start, end)
    this.#view.setUint8(start, VOID)
    if (length < 9) return this.#view.setUint8(start + 1, 0x80 | (length - 2))
    this.#view.setBigUint64(start + 1, 0x0100000000000000n | BigInt(length - 9))
  }

  /** How many bytes a number has, which its first byte says. */
  #lengthAt(at: number, limit: number, max: number): number {
    const length = at < limit ? Math.clz32(this.#view.getUint8(at)) - 23 : max + 1
    if (length > max || at + length > limit) throw new DamagedFilm("a number that is cut short")
    return length
  }
}
