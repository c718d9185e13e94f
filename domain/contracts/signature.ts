import { isPrintable } from "../content/printable-text.ts"
import { type Result, err, ok } from "../result.ts"
import { readDrawnSignature } from "./drawn-signature.ts"
import type { Signature } from "./evidence.ts"

export const MAX_NAME_LENGTH = 120

export type SignatureProblem =
  | { kind: "name-missing" }
  | { kind: "name-too-long" }
  | { kind: "name-unprintable"; text: string }
  | { kind: "signature-missing" }
  | { kind: "signature-unreadable" }
  | { kind: "signature-unprintable"; text: string }

export function checkSignature(input: {
  name: string
  signature: Signature
}): Result<{ name: string; signature: Signature }, SignatureProblem> {
  const name = input.name.trim().replaceAll(/\s+/g, " ")
  if (name === "") return err({ kind: "name-missing" })
  if (name.length > MAX_NAME_LENGTH) return err({ kind: "name-too-long" })
  if (!isPrintable(name)) return err({ kind: "name-unprintable", text: name })
  if (input.signature.kind === "typed") {
    const text = input.signature.text.trim()
    if (text === "") return err({ kind: "signature-missing" })
    if (text.length > MAX_NAME_LENGTH) return err({ kind: "signature-unreadable" })
    if (!isPrintable(text)) return err({ kind: "signature-unprintable", text })
    return ok({ name, signature: { kind: "typed", text } })
  }
  const drawn = readDrawnSignature(input.signature.strokes)
  if (!drawn.ok) return err({ kind: drawn.error === "empty" ? "signature-missing" : "signature-unreadable" })
  return ok({ name, signature: drawn.value })
}
