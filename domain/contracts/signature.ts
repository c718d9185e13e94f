import { type Result, err, ok } from "../result.ts"
import type { Signature } from "./evidence.ts"

export const MAX_NAME_LENGTH = 120
export const MAX_STROKES = 200
export const MAX_POINTS = 5_000

export type SignatureProblem =
  | { kind: "name-missing" }
  | { kind: "name-too-long" }
  /** Nothing was drawn, or typed. */
  | { kind: "signature-missing" }
  /** More than a hand draws, or points outside of the box. */
  | { kind: "signature-unreadable" }

/** The name and the signature as they are kept: trimmed, and drawn inside a box of which the longer side is 1 (D26). */
export function checkSignature({
  name,
  signature,
}: {
  name: string
  signature: Signature
}): Result<{ name: string; signature: Signature }, SignatureProblem> {
  const named = name.trim().replaceAll(/\s+/g, " ")
  if (named === "") return err({ kind: "name-missing" })
  if (named.length > MAX_NAME_LENGTH) return err({ kind: "name-too-long" })
  if (signature.kind === "typed") {
    const text = signature.text.trim()
    if (text === "") return err({ kind: "signature-missing" })
    if (text.length > MAX_NAME_LENGTH) return err({ kind: "signature-unreadable" })
    return ok({ name: named, signature: { kind: "typed", text } })
  }
  const strokes = signature.strokes.filter((stroke) => stroke.length > 0)
  const points = strokes.flat()
  // A dot is no signature: a stroke goes somewhere.
  if (!strokes.some((stroke) => stroke.length > 1)) return err({ kind: "signature-missing" })
  if (strokes.length > MAX_STROKES || points.length > MAX_POINTS) return err({ kind: "signature-unreadable" })
  const isInside = (value: number) => Number.isFinite(value) && value >= 0 && value <= 1
  if (!points.every(([x, y]) => isInside(x) && isInside(y))) return err({ kind: "signature-unreadable" })
  return ok({ name: named, signature: { kind: "drawn", strokes } })
}
