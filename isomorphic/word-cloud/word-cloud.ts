import { contentWords } from "./content-words.ts"
import { type Box, type DrawnWord, wordBox } from "./word-box.ts"

export type CloudWord = DrawnWord & { tone: number }

export type Cloud = { width: number; height: number; words: CloudWord[] }

type CloudOptions = {
  width?: number
  smallest?: number
  largest?: number
  tones?: number
  excluded?: ReadonlySet<string>
}

const noWords: ReadonlySet<string> = new Set()

type Point = { x: number; y: number }

const GAP = 6
const MARGIN = 4
const STEP = 8
const COVER = 0.6
const FILL_CORNERS = 1.8
const MAX_ASPECT = 3
/** Without this limit, thousands of words would take a minute. */
const GAPS_FILLED = 200

/** Exact arithmetic only (no sine, no locale), so that server and browser draw the same cloud. */
export function buildCloud(markdown: string, options: CloudOptions = {}): Cloud {
  const { width = 960, tones = 4, excluded = noWords } = options
  const texts = contentWords(markdown).filter((text) => !excluded.has(text.toLowerCase()))
  if (texts.length === 0) return { width: 0, height: 0, words: [] }
  const density = Math.min(1, Math.sqrt(100 / texts.length))
  const { largest = Math.round(Math.min(72, width / 10) * density) } = options
  const { smallest = Math.max(14, Math.round(largest / 3.6)) } = options

  const rankedBySeed = [...texts].sort((a, b) => hashText(a) - hashText(b))
  const innerWidth = width - 2 * MARGIN
  const styled = texts.map((text) => {
    const share = 1 - rankedBySeed.indexOf(text) / Math.max(1, texts.length - 1)
    const seed = hashText(`${text} `)
    const size = Math.round(smallest + (largest - smallest) * share * share * share)
    return rotateSome(
      shrinkToFit({ text, x: 0, y: 0, size, rotation: 0, tone: seed % tones }, innerWidth),
      seed,
      innerWidth,
    )
  })
  return cropToWords(layOut(styled, innerWidth))
}

function shrinkToFit(word: CloudWord, max: number): CloudWord {
  const { width } = wordBox(word)
  return width <= max ? word : { ...word, size: Math.max(1, Math.floor((word.size * max) / width) - 1) }
}

function rotateSome(word: CloudWord, seed: number, max: number): CloudWord {
  return (seed >>> 8) % 3 === 0 && wordBox(word).width * 3 <= max ? { ...word, rotation: 90 } : word
}

function areaOf({ width, height }: Box): number {
  return width * height
}

function layOut(words: readonly CloudWord[], innerWidth: number): Map<CloudWord, Box> {
  const boxes = new Map(words.map((word) => [word, wordBox(word)]))
  const area = [...boxes.values()].reduce((total, box) => total + areaOf(box), 0) / COVER
  const spiralPoints = spiral(
    Math.sqrt(Math.min(MAX_ASPECT, (FILL_CORNERS * innerWidth * innerWidth) / area)),
    innerWidth / 2,
  )
  const reach = Math.min(...[...boxes.values()].map(({ width, height }) => Math.min(width, height))) / 2 + GAP - 1
  let points: Point[] = []
  const placed: Box[] = []
  const largestFirst = [...boxes].sort(
    ([a, boxA], [b, boxB]) => areaOf(boxB) - areaOf(boxA) || (a.text < b.text ? -1 : 1),
  )
  for (const [, box] of largestFirst) {
    const side = Math.max(0, (innerWidth - box.width) / 2)
    let lastHit: Box | undefined
    let index = 0
    do {
      if (index === points.length) points.push(spiralPoints.next().value)
      const { x, y } = points[index++] as Point
      box.left = Math.round(Math.min(side, Math.max(-side, x)) - box.width / 2)
      box.top = Math.round(y - box.height / 2)
      if (!lastHit || !overlaps(box, lastHit)) lastHit = placed.find((other) => overlaps(box, other))
    } while (lastHit)
    placed.push(box)
    points = points.slice(placed.length > GAPS_FILLED ? index : 0).filter((point) => !covers(box, point, reach))
  }
  return boxes
}

function overlaps(a: Box, b: Box): boolean {
  return (
    a.left < b.left + b.width + GAP &&
    b.left < a.left + a.width + GAP &&
    a.top < b.top + b.height + GAP &&
    b.top < a.top + a.height + GAP
  )
}

function covers(box: Box, { x, y }: Point, reach: number): boolean {
  return (
    x > box.left - reach && x < box.left + box.width + reach && y > box.top - reach && y < box.top + box.height + reach
  )
}

/** Steps along the tangent instead of using sine, which differs between engines. */
function* spiral(stretch: number, side: number): Generator<Point, never> {
  let [unitX, unitY, angle] = [1, 0, 0]
  for (;;) {
    const radius = (angle * STEP) / 6
    const point = { x: unitX * radius * stretch, y: (unitY * radius) / stretch }
    if (Math.abs(point.x) <= side) yield point
    const turn = Math.min(0.5, STEP / (radius + 1))
    const [x, y] = [unitX - unitY * turn, unitY + unitX * turn]
    const length = Math.sqrt(x * x + y * y)
    unitX = x / length
    unitY = y / length
    angle += turn
  }
}

function cropToWords(layout: ReadonlyMap<CloudWord, Box>): Cloud {
  const boxes = [...layout.values()]
  const left = Math.min(...boxes.map((box) => box.left)) - MARGIN
  const top = Math.min(...boxes.map((box) => box.top)) - MARGIN
  return {
    width: Math.max(...boxes.map((box) => box.left + box.width)) + MARGIN - left,
    height: Math.max(...boxes.map((box) => box.top + box.height)) + MARGIN - top,
    words: [...layout].map(([word, box]) => {
      const origin = wordBox({ ...word, x: 0, y: 0 })
      return { ...word, x: box.left - origin.left - left, y: box.top - origin.top - top }
    }),
  }
}

function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
