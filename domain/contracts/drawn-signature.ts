import { type Result, err, ok } from "../result.ts"

/** The sheet that a signature is drawn on, in its own units whatever the screen: x to the right, y downwards. */
export const signatureSheet = { width: 600, height: 200 } as const

/** One movement of the pen: whole numbers inside {@link signatureSheet}. */
export type Stroke = readonly (readonly [x: number, y: number])[]

export type DrawnSignature = { strokes: readonly Stroke[] }

export type DrawingProblem =
  /** Not strokes of points, or a point beside the sheet. */
  | "unreadable"
  /** Nothing is drawn, or only a dot: that is no signature. */
  | "empty"
  | "too-long"

export const MAX_STROKES = 200
export const MAX_POINTS = 6000
/** Along all strokes together, in units of the sheet: a tap with a trembling finger is shorter. */
export const MIN_PEN_WAY = 40

/**
 * Reads what the browser sent as a drawing (D26): an array of strokes, each an array of [x, y]. Nothing else goes on:
 * no path, colour or markup of the sender's reaches a page or a document.
 */
export function readDrawnSignature(sent: unknown): Result<DrawnSignature, DrawingProblem> {
  if (!Array.isArray(sent)) return err("unreadable")
  if (sent.length > MAX_STROKES) return err("too-long")
  const strokes: Stroke[] = []
  let points = 0
  let way = 0
  for (const stroke of sent as unknown[]) {
    if (!Array.isArray(stroke) || stroke.length === 0) return err("unreadable")
    points += stroke.length
    if (points > MAX_POINTS) return err("too-long")
    const read: (readonly [number, number])[] = []
    for (const point of stroke as unknown[]) {
      if (!isPoint(point)) return err("unreadable")
      const last = read.at(-1)
      if (last) way += Math.hypot(point[0] - last[0], point[1] - last[1])
      read.push([point[0], point[1]])
    }
    strokes.push(read)
  }
  return way < MIN_PEN_WAY ? err("empty") : ok({ strokes })
}

/** The drawing as the path data of an SVG whose view box is the sheet; a stroke of one point is a dot. */
export function drawnSignaturePath({ strokes }: DrawnSignature): string {
  return strokes
    .map((stroke) => {
      const [start, ...rest] = stroke
      if (!start) return ""
      const moves = rest.length > 0 ? rest : [start]
      return `M${start[0]} ${start[1]}${moves.map(([x, y]) => `L${x} ${y}`).join("")}`
    })
    .join("")
}

function isPoint(point: unknown): point is [number, number] {
  return (
    Array.isArray(point) &&
    point.length === 2 &&
    isWithin(point[0], signatureSheet.width) &&
    isWithin(point[1], signatureSheet.height)
  )
}

function isWithin(value: unknown, limit: number): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= limit
}
