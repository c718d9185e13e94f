export type FilmFacts = {
  width: number
  height: number
  seconds: number | null
}

export class DamagedFilm extends Error {
  constructor(reason: string) {
    super(`The film is damaged: ${reason}`)
    this.name = "DamagedFilm"
  }
}

export class UnplayableFilm extends Error {
  readonly problem: "format" | "codec" | "no-picture"
  constructor(problem: "format" | "codec" | "no-picture") {
    super(`The film cannot be played everywhere: ${problem}`)
    this.name = "UnplayableFilm"
    this.problem = problem
  }
}

type Box = { type: string; start: number; body: number; end: number }

const brands = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |dash|MSNV|av01)$/
/** H.264, VP9 and AV1: not every browser plays HEVC. */
const codecs = /^(avc1|avc3|vp09|av01)$/
/** Cameras write places, names and dates here. */
const personalBoxes = /^(udta|meta|uuid)$/
/** Other tracks hold data, such as a drone's position. */
const playableHandlers = /^(vide|soun)$/

export const isMp4 = (body: Uint8Array) => latin1(body, 4, 8) === "ftyp"

/** Also erases personal data, in `body` itself. */
export function cleanMp4(body: Uint8Array): FilmFacts {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  const boxes = readBoxes(body, view, 0, body.byteLength)
  const [first] = boxes
  if (!first || !readBrands(body, first).some((brand) => brands.test(brand))) throw new UnplayableFilm("format")
  const movie = boxes.find(({ type }) => type === "moov")
  if (!movie || !boxes.some(({ type }) => type === "mdat")) throw new DamagedFilm("no movie in it")
  const parts = readBoxes(body, view, movie.body, movie.end)
  const tracks = parts.filter(({ type }) => type === "trak")
  const picture = tracks.find((track) => readHandler(body, view, track) === "vide")
  if (!picture) throw new UnplayableFilm("no-picture")
  if (!codecs.test(readCodec(body, view, picture))) throw new UnplayableFilm("codec")
  const facts = { ...readSize(body, view, picture), seconds: readDuration(view, parts) }
  for (const box of [...boxes, ...parts, ...tracks.flatMap((track) => readBoxes(body, view, track.body, track.end))])
    if (personalBoxes.test(box.type)) eraseBox(body, box)
  for (const track of tracks.filter((each) => !playableHandlers.test(readHandler(body, view, each)))) {
    if (boxes.some(({ type }) => type === "moof")) throw new UnplayableFilm("format")
    eraseSamples(body, view, track)
    eraseBox(body, track)
  }
  return facts
}

function readBoxes(body: Uint8Array, view: DataView, from: number, to: number): Box[] {
  const boxes: Box[] = []
  for (let start = from; start < to;) {
    // Some writers end a list with four zero bytes.
    if (to - start < 8) break
    const short = view.getUint32(start)
    const long = short === 1
    if (long && to - start < 16) throw new DamagedFilm("a box without its length")
    const length = long ? Number(view.getBigUint64(start + 8)) : short === 0 ? to - start : short
    const header = long ? 16 : 8
    if (length < header || length > to - start) throw new DamagedFilm("a box is longer than what holds it")
    boxes.push({ type: latin1(body, start + 4, start + 8), start, body: start + header, end: start + length })
    start += length
  }
  return boxes
}

function findBox(body: Uint8Array, view: DataView, box: Box, ...path: string[]): Box | null {
  let match: Box | undefined = box
  for (const type of path) {
    match = readBoxes(body, view, match.body, match.end).find((each) => each.type === type)
    if (!match) return null
  }
  return match
}

function readBrands(body: Uint8Array, { body: from, end }: Box): string[] {
  const major = latin1(body, from, from + 4)
  const others = latin1(body, from + 8, Math.min(end, from + 256)).match(/.{4}/gs) ?? []
  return [major, ...others]
}

function readHandler(body: Uint8Array, view: DataView, track: Box): string {
  const handler = findBox(body, view, track, "mdia", "hdlr")
  return handler ? latin1(body, handler.body + 8, handler.body + 12) : ""
}

function readCodec(body: Uint8Array, view: DataView, track: Box): string {
  const entries = findBox(body, view, track, "mdia", "minf", "stbl", "stsd")
  if (!entries) throw new DamagedFilm("no description of its pictures")
  return latin1(body, entries.body + 12, entries.body + 16)
}

function readSize(body: Uint8Array, view: DataView, track: Box): { width: number; height: number } {
  const header = findBox(body, view, track, "tkhd")
  if (!header) throw new DamagedFilm("a track without its header")
  const matrix = header.body + (view.getUint8(header.body) === 1 ? 52 : 40)
  if (matrix + 44 > header.end) throw new DamagedFilm("a header that is cut short")
  const [width, height] = [view.getUint32(matrix + 36) >>> 16, view.getUint32(matrix + 40) >>> 16]
  if (width === 0 || height === 0) throw new DamagedFilm("pictures without a size")
  const isRotated = view.getInt32(matrix) === 0 && view.getInt32(matrix + 16) === 0
  return isRotated ? { width: height, height: width } : { width, height }
}

function readDuration(view: DataView, parts: readonly Box[]): number | null {
  const header = parts.find(({ type }) => type === "mvhd")
  if (!header || header.end - header.body < 32) throw new DamagedFilm("a movie without its header")
  const long = view.getUint8(header.body) === 1
  const scale = view.getUint32(header.body + (long ? 20 : 12))
  const length = long ? Number(view.getBigUint64(header.body + 24)) : view.getUint32(header.body + 16)
  return scale > 0 && length > 0 && length < 0xffffffff ? length / scale : null
}

function eraseSamples(body: Uint8Array, view: DataView, track: Box): void {
  const table = (type: string) => findBox(body, view, track, "mdia", "minf", "stbl", type)
  const [short, long, groups, sizes] = [table("stco"), table("co64"), table("stsc"), table("stsz")]
  const offsets = short ?? long
  if (!offsets || !groups || !sizes) throw new DamagedFilm("a track that does not say where it stands")
  const [fixedSize, samples] = [view.getUint32(sizes.body + 4), view.getUint32(sizes.body + 8)]
  let [sample, group, erasedBytes] = [0, 0, 0]
  for (let chunk = 0; chunk < view.getUint32(offsets.body + 4); chunk++) {
    const entry = (index: number) => groups.body + 8 + index * 12
    while (group + 1 < view.getUint32(groups.body + 4) && view.getUint32(entry(group + 1)) <= chunk + 1) group++
    const last = Math.min(samples, sample + view.getUint32(entry(group) + 4))
    let length = fixedSize * (last - sample)
    if (fixedSize === 0)
      for (let each = sample; each < last; each++) length += view.getUint32(sizes.body + 12 + each * 4)
    sample = last
    const start = short
      ? view.getUint32(offsets.body + 8 + chunk * 4)
      : Number(view.getBigUint64(offsets.body + 8 + chunk * 8))
    // Overlapping chunks would erase the film again and again.
    erasedBytes += length
    if (start + length > body.byteLength || erasedBytes > body.byteLength)
      throw new DamagedFilm("a track that is longer than the film")
    body.fill(0, start, start + length)
  }
}

/** Keeps the length, so that later offsets stay valid. */
function eraseBox(body: Uint8Array, box: Box): void {
  body.set(new TextEncoder().encode("free"), box.start + 4)
  body.fill(0, box.body, box.end)
}

function latin1(body: Uint8Array, from: number, to: number): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1", from, to)
}
