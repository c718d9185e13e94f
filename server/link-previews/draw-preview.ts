import { inTwoThreads, sharp } from "../images/sharp.ts"
import faceData from "./display-face.data.json" with { type: "json" }
import { type DisplayFace, fitted, pathOf, widthOf } from "./draw-text.ts"

// JSON knows arrays, not pairs.
const face = faceData as unknown as DisplayFace

/** What a link to one of our pages shows where it is shared. */
export type Preview = {
  companyName: string
  title: string
  /** One line below the title. */
  note: string | null
  /** An encoded picture, of any size. */
  picture: Buffer | null
  /** In the print's margin. */
  caption: string | null
}

/** In pixels: what Open Graph readers expect. */
const previewSize = { width: 1200, height: 630 } as const

const color = {
  night: "#002a31",
  nightLine: "#70898f",
  onNight: "#f8f3e9",
  onNightSoft: "#b4c9ca",
  paper: "#fffdfa",
  soft: "#375259",
  bulb: "#fcd677",
  coral: "#f87057",
  window: "#15424c",
} as const

const margin = 72
const words = { x: margin, width: 500, bottom: 502 }
const print = { x: 644, y: 118, width: 484, padding: 16, picture: { width: 452, height: 339 }, height: 404 }
const cloth = { square: 12, height: 24 }

/** A JPEG of 1200 × 630: the words on night, the picture as a print, the string of bulbs above, the cloth at the foot. */
export async function drawPreview(preview: Preview): Promise<Buffer> {
  const ground = Buffer.from(drawing(preview))
  const { picture } = preview
  return inTwoThreads(async () => {
    const photo =
      picture &&
      (await sharp(picture)
        .resize({ ...print.picture, fit: "cover" })
        .png()
        .toBuffer())
    const overlays = photo ? [{ input: photo, left: print.x + print.padding, top: print.y + print.padding }] : []
    return sharp(ground).composite(overlays).jpeg({ quality: 84, chromaSubsampling: "4:4:4", mozjpeg: true }).toBuffer()
  })
}

function drawing(preview: Preview): string {
  const { width, height } = previewSize
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${color.night}"/>`,
    string(),
    text(preview),
    preview.picture ? printOf(preview.caption) : strip(),
    tablecloth(),
    "</svg>",
  ].join("")
}

function text({ companyName, title, note }: Preview): string {
  const heading = fitted(face, title, words.width, 3, [88, 76, 66, 58, 50])
  const leading = heading.size * 1.06
  const noteSize = 40
  const noteHeight = note ? 78 : 0
  const first = words.bottom - noteHeight - leading * (heading.lines.length - 1)
  const name = fitted(face, companyName, words.width, 1, [34, 28])
  return [
    ...name.lines.map((line) => letters(line, name.size, margin, 158, color.onNightSoft)),
    ...heading.lines.map((line, index) => letters(line, heading.size, words.x, first + index * leading, color.onNight)),
    ...(note
      ? fitted(face, note, words.width, 1, [noteSize, 32]).lines.map((line) =>
          letters(line, noteSize, words.x, words.bottom, color.bulb),
        )
      : []),
  ].join("")
}

function letters(line: string, size: number, x: number, y: number, fill: string): string {
  return `<path d="${pathOf(face, line, size, x, y)}" fill="${fill}"/>`
}

/** A wire from edge to edge, and its bulbs: light is the one ornament. */
function string(): string {
  const sag = (x: number) => 30 + 56 * (1 - ((x - 600) / 600) ** 2)
  const bulbs = [90, 250, 410, 570, 730, 890, 1050].map((x) => {
    const y = sag(x)
    return `<path d="M${x} ${y - 2}v10" stroke="${color.nightLine}" stroke-width="3"/><circle cx="${x}" cy="${y + 17}" r="9" fill="${color.bulb}"/>`
  })
  return `<path d="M0 30Q600 142 1200 30" fill="none" stroke="${color.nightLine}" stroke-width="3"/>${bulbs.join("")}`
}

function printOf(caption: string | null): string {
  const size = 21
  const right = print.x + print.width - print.padding
  const label = caption
    ? letters(caption, size, right - widthOf(face, caption, size), print.y + print.height - 16, color.soft)
    : ""
  return `<rect x="${print.x}" y="${print.y}" width="${print.width}" height="${print.height}" rx="5" fill="${color.paper}"/>${label}`
}

/** Without a photograph: two poses on a strip, as in the house's mark. */
function strip(): string {
  return [
    `<g transform="translate(886 140) rotate(-5 110 180)">`,
    `<rect width="220" height="372" rx="6" fill="${color.paper}"/>`,
    `<rect x="22" y="22" width="176" height="152" fill="${color.coral}"/>`,
    `<rect x="22" y="192" width="176" height="152" fill="${color.window}"/>`,
    `<circle cx="110" cy="268" r="46" fill="${color.bulb}"/>`,
    "</g>",
  ].join("")
}

function tablecloth(): string {
  const { width, height } = previewSize
  const top = height - cloth.height
  const step = cloth.square * 2
  const columns = Array.from(
    { length: Math.ceil(width / step) },
    (_, index) => `M${index * step} ${top}h${cloth.square}v${cloth.height}h-${cloth.square}z`,
  )
  const check = `fill="${color.coral}" fill-opacity="0.24"`
  return [
    `<rect y="${top}" width="${width}" height="${cloth.height}" fill="${color.paper}"/>`,
    `<path d="${columns.join("")}" ${check}/>`,
    `<rect y="${top}" width="${width}" height="${cloth.square}" ${check}/>`,
  ].join("")
}
