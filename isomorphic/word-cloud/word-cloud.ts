import { contentWords } from "./content-words.ts"
import { type Box, type DrawnWord, boxOf } from "./word-box.ts"

/** `tone` says which of the cloud's colours: 0 to `tones` - 1. */
export type CloudWord = DrawnWord & { tone: number }

/** `width` and `height` are those of the SVG view box; both 0 when there is no word to draw. */
export type Cloud = { width: number; height: number; words: CloudWord[] }

export type CloudOptions = {
  /** Most that the cloud may be wide: a phone wants another one than a desk. At least 200. */
  width?: number
  /** Font sizes; by default they follow the width and the number of words. */
  smallest?: number
  largest?: number
  /** How many colours there are to choose from. */
  tones?: number
  /** Words to leave out, in lower case. */
  without?: ReadonlySet<string>
}

const nothing: ReadonlySet<string> = new Set()

type Point = { x: number; y: number }

const GAP = 6
const MARGIN = 4
/** Between two points that are tried, along the spiral and from one turn of it to the next. */
const STEP = 8
/** How much of a cloud its words cover, roughly: tells how high it will be. */
const COVER = 0.6
/** A spiral as wide and high as the cloud would leave its corners empty: it is this much wider. */
const FILL_CORNERS = 1.8
/** And at most this many times as wide as high, for a cloud of few words. */
const MAX_ASPECT = 3
/** Of a long page: further words fill no gap between those that are there, or a page of thousands would take a minute. */
const GAPS_FILLED = 200

/**
 * The word cloud of a Markdown text (specification, sections 2 and 9). Size, colour and rotation look random but
 * come from the words alone, and the layout uses only arithmetic that is exact everywhere (no sine, no locale, no
 * measured text): server and browser draw the same cloud. Words stay in the order of the text, for who reads them.
 */
export function cloudOf(markdown: string, options: CloudOptions = {}): Cloud {
  const { width = 960, tones = 4, without = nothing } = options
  const texts = contentWords(markdown).filter((text) => !without.has(text.toLowerCase()))
  if (texts.length === 0) return { width: 0, height: 0, words: [] }
  const crowd = Math.min(1, Math.sqrt(100 / texts.length))
  const { largest = Math.round(Math.min(72, width / 10) * crowd) } = options
  const { smallest = Math.max(14, Math.round(largest / 3.6)) } = options

  const bySeed = [...texts].sort((a, b) => seedOf(a) - seedOf(b))
  const inner = width - 2 * MARGIN
  const drawn = texts.map((text) => {
    // Few words are large and many small, whatever the seeds: only who is large is drawn by lot.
    const share = 1 - bySeed.indexOf(text) / Math.max(1, texts.length - 1)
    const seed = seedOf(`${text} `)
    const size = Math.round(smallest + (largest - smallest) * share * share * share)
    return turned(fitted({ text, x: 0, y: 0, size, rotation: 0, tone: seed % tones }, inner), seed, inner)
  })
  return framed(laidOut(drawn, inner))
}

/** Smaller when it would be wider than the cloud. */
function fitted(word: CloudWord, max: number): CloudWord {
  const { width } = boxOf(word)
  return width <= max ? word : { ...word, size: Math.max(1, Math.floor((word.size * max) / width) - 1) }
}

/** Every third word or so stands upright, unless it would be a tower. */
function turned(word: CloudWord, seed: number, max: number): CloudWord {
  return (seed >>> 8) % 3 === 0 && boxOf(word).width * 3 <= max ? { ...word, rotation: 90 } : word
}

function areaOf({ width, height }: Box): number {
  return width * height
}

/**
 * Moves each word, the largest first, outwards along the spiral until it touches no other, and keeps it between the
 * sides. The spiral grows for ever upwards and downwards, so there is always a place.
 */
function laidOut(words: readonly CloudWord[], inner: number): Map<CloudWord, Box> {
  const boxes = new Map(words.map((word) => [word, boxOf(word)]))
  const area = [...boxes.values()].reduce((total, box) => total + areaOf(box), 0) / COVER
  const further = spiral(Math.sqrt(Math.min(MAX_ASPECT, (FILL_CORNERS * inner * inner) / area)), inner / 2)
  const reach = Math.min(...[...boxes.values()].map(({ width, height }) => Math.min(width, height))) / 2 + GAP - 1
  let points: Point[] = []
  const placed: Box[] = []
  const largestFirst = [...boxes].sort(
    ([a, boxA], [b, boxB]) => areaOf(boxB) - areaOf(boxA) || (a.text < b.text ? -1 : 1),
  )
  for (const [, box] of largestFirst) {
    const side = Math.max(0, (inner - box.width) / 2)
    let hit: Box | undefined
    let index = 0
    do {
      if (index === points.length) points.push(further.next().value)
      const { x, y } = points[index++] as Point
      box.left = Math.round(Math.min(side, Math.max(-side, x)) - box.width / 2)
      box.top = Math.round(y - box.height / 2)
      // Neighbouring points mostly hit the same word: that one is tried first.
      if (!hit || !near(box, hit)) hit = placed.find((other) => near(box, other))
    } while (hit)
    placed.push(box)
    // No later word, however small, has its middle here: it need not be tried again.
    points = points.slice(placed.length > GAPS_FILLED ? index : 0).filter((point) => !covers(box, point, reach))
  }
  return boxes
}

function near(a: Box, b: Box): boolean {
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

/**
 * The points of an Archimedean spiral about 0, `stretch` times wider and as much flatter, as far as they lie between
 * the sides. A small turn is a step along the tangent brought back to the circle: no sine, so alike in every engine.
 */
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

/** The cloud cut to its words, with a margin. */
function framed(laid: ReadonlyMap<CloudWord, Box>): Cloud {
  const boxes = [...laid.values()]
  const left = Math.min(...boxes.map((box) => box.left)) - MARGIN
  const top = Math.min(...boxes.map((box) => box.top)) - MARGIN
  return {
    width: Math.max(...boxes.map((box) => box.left + box.width)) + MARGIN - left,
    height: Math.max(...boxes.map((box) => box.top + box.height)) + MARGIN - top,
    words: [...laid].map(([word, box]) => {
      const origin = boxOf({ ...word, x: 0, y: 0 })
      return { ...word, x: box.left - origin.left - left, y: box.top - origin.top - top }
    }),
  }
}

/** FNV-1a with a last mixing, 32 bits. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
