import { type Result, err, ok } from "../result.ts"
import type { Signature } from "./evidence.ts"

export type DrawnSignature = Extract<Signature, { kind: "drawn" }>
type Stroke = DrawnSignature["strokes"][number]

/** The sheet that a signature is drawn on is 1 wide, whatever the screen, and so high. */
export const SHEET_HEIGHT = 1 / 3

export type DrawingProblem =
  /** Not strokes of points, or a point beside the sheet. */
  | "unreadable"
  /** Nothing is drawn, or only a dot: that is no signature. */
  | "empty"
  | "too-long"

export const MAX_STROKES = 200
export const MAX_POINTS = 6000
/** Along all strokes together, of the sheet's width: a tap with a trembling finger is shorter. */
const MIN_PEN_WAY = 0.06
/** Points are kept to a thousandth of the width, which is finer than a pen. */
const GRAIN = 1000

/**
 * Reads what the browser sent as a drawing (D26): an array of strokes, each an array of [x, y] from 0 to 1 and from
 * 0 to {@link SHEET_HEIGHT}. Nothing else goes on:
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
      const next = [rounded(point[0]), rounded(point[1])] as const
      if (last) way += Math.hypot(next[0] - last[0], next[1] - last[1])
      read.push(next)
    }
    strokes.push(read)
  }
  return way < MIN_PEN_WAY ? err("empty") : ok({ kind: "drawn", strokes })
}

/** The drawing as the path data of an SVG that is `width` wide; a stroke of one point is a dot. */
export function drawnSignaturePath({ strokes }: DrawnSignature, width: number): string {
  const scaled = ([x, y]: Stroke[number]) => `${Math.round(x * width)} ${Math.round(y * width)}`
  return strokes
    .map((stroke) => {
      const [start, ...rest] = stroke.map(scaled)
      return `M${[start, ...(rest.length > 0 ? rest : [start])].join("L")}`
    })
    .join("")
}

function isPoint(point: unknown): point is [number, number] {
  return Array.isArray(point) && point.length === 2 && isWithin(point[0], 1) && isWithin(point[1], SHEET_HEIGHT)
}

function isWithin(value: unknown, limit: number): boolean {
  return typeof value === "number" && value >= 0 && value <= limit
}

function rounded(value: number): number {
  return Math.round(value * GRAIN) / GRAIN
}
