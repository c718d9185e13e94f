import { readdirSync } from "node:fs"
import { domainRooms, serverFloors } from "../../tests/architecture/rules.ts"

const WIDTH = 960
const PAD = 12
const LINE_HEIGHT = 17
const LETTER_WIDTH = 6.6

type Room = { name: string; folders: readonly string[] }
type Floor = { title: string; rooms: readonly Room[]; fill: string }

export function drawArchitecture(): string {
  const parts: string[] = []
  let y = PAD
  for (const floor of floorsTopDown()) {
    const { svg, height } = drawFloor(floor, y)
    parts.push(svg)
    y += height + PAD
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="The layers of the product and the floors of its server">
<rect width="${WIDTH}" height="${y}" fill="#fff"/>
${parts.join("\n")}
</svg>
`
}

function floorsTopDown(): Floor[] {
  const pages = { fill: "#f3e8d8" }
  const server = { fill: "#dde8ee" }
  return [
    {
      title: "app/: the screens, which import their frames and kits",
      rooms: roomsOf("app", ["site", "admin", "machine"]),
      ...pages,
    },
    { title: "app/: what screens share", rooms: [...roomsOf("app", ["kit", "http", "ui"])], ...pages },
    ...serverFloors.toReversed().map(({ title, rooms }) => ({
      title: `server/: ${title}`,
      rooms: roomsOf("server", rooms.toReversed()),
      ...server,
    })),
    {
      title: "domain/: the rules, pure; the later a room stands, the more it may import",
      rooms: domainRooms.filter((name) => name !== ".").map((name) => ({ name, folders: [] })),
      fill: "#e3eddc",
    },
  ]
}

function roomsOf(layer: string, names: readonly string[]): Room[] {
  return names.map((name) => ({
    name,
    folders: readdirSync(`${layer}/${name}`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .toSorted(),
  }))
}

function drawFloor({ title, rooms, fill }: Floor, y: number): { svg: string; height: number } {
  const perRow = rooms.length > 4 ? 6 : rooms.length
  const width = (WIDTH - PAD * 2 - PAD * (perRow + 1)) / perRow
  const shapes: string[] = []
  let top = y + LINE_HEIGHT + PAD
  for (let first = 0; first < rooms.length; first += perRow) {
    const row = rooms.slice(first, first + perRow).map((room) => ({ room, lines: wrap(room.folders, width - PAD) }))
    const height = Math.max(...row.map(({ lines }) => lines.length)) * LINE_HEIGHT + LINE_HEIGHT + PAD
    for (const [place, { room, lines }] of row.entries()) {
      const x = PAD * 2 + place * (width + PAD)
      shapes.push(
        `<rect x="${x}" y="${top}" width="${width}" height="${height}" rx="4" fill="#fff" stroke="#778"/>`,
        `<text x="${x + 8}" y="${top + LINE_HEIGHT}" font-weight="600">${room.name}/</text>`,
        ...lines.map(
          (line, index) => `<text x="${x + 8}" y="${top + LINE_HEIGHT * (index + 2)}" fill="#445">${line}</text>`,
        ),
      )
    }
    top += height + PAD / 2
  }
  const height = top - y + PAD / 2
  return {
    svg: [
      `<rect x="${PAD}" y="${y}" width="${WIDTH - PAD * 2}" height="${height}" rx="6" fill="${fill}"/>`,
      `<text x="${PAD * 2}" y="${y + LINE_HEIGHT}" fill="#333">${title}</text>`,
      ...shapes,
    ].join("\n"),
    height,
  }
}

function wrap(words: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const line = lines.at(-1)
    if (line !== undefined && (line.length + word.length + 1) * LETTER_WIDTH < width)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}
