import { type Result, err, ok } from "../result.ts"
import type { Signature } from "./evidence.ts"

export type DrawnSignature = Extract<Signature, { kind: "drawn" }>
type Stroke = DrawnSignature["strokes"][number]

export const SHEET_HEIGHT = 1 / 3

type DrawingProblem = "unreadable" | "empty" | "too-long"

export const MAX_STROKES = 200
export const MAX_POINTS = 6000
/** In sheet widths: longer than a trembling tap. */
const MIN_PEN_LENGTH = 0.06
const GRAIN = 1000

/** Rebuilds every point, so that no markup from the sender gets through (D26). */
export function readDrawnSignature(input: unknown): Result<DrawnSignature, DrawingProblem> {
  if (!Array.isArray(input)) return err("unreadable")
  if (input.length > MAX_STROKES) return err("too-long")
  const strokes: Stroke[] = []
  let points = 0
  let penLength = 0
  for (const stroke of input as unknown[]) {
    if (!Array.isArray(stroke) || stroke.length === 0) return err("unreadable")
    points += stroke.length
    if (points > MAX_POINTS) return err("too-long")
    const parsed: (readonly [number, number])[] = []
    for (const point of stroke as unknown[]) {
      if (!isPoint(point)) return err("unreadable")
      const last = parsed.at(-1)
      const next = [roundCoordinate(point[0]), roundCoordinate(point[1])] as const
      if (last) penLength += Math.hypot(next[0] - last[0], next[1] - last[1])
      parsed.push(next)
    }
    strokes.push(parsed)
  }
  return penLength < MIN_PEN_LENGTH ? err("empty") : ok({ kind: "drawn", strokes })
}

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

function roundCoordinate(value: number): number {
  return Math.round(value * GRAIN) / GRAIN
}
