import { isPrintable } from "../content/printable-text.ts"
import { type Result, err, ok } from "../result.ts"
import { readDrawnSignature } from "./drawn-signature.ts"
import type { Signature } from "./evidence.ts"

export const MAX_NAME_LENGTH = 120

export type SignatureProblem =
  | { kind: "name-missing" }
  | { kind: "name-too-long" }
  | { kind: "name-unprintable"; text: string }
  /** Nothing was drawn, or only a dot. */
  | { kind: "signature-missing" }
  /** More than a hand draws, or beside the sheet. */
  | { kind: "signature-unreadable" }
  /** Typed with signs that documents do not print. */
  | { kind: "signature-unprintable"; text: string }

/** The name and the signature as they are kept (D26): typed, or drawn on a sheet that is 1 wide. */
export function checkSignature(given: {
  name: string
  signature: Signature
}): Result<{ name: string; signature: Signature }, SignatureProblem> {
  const name = given.name.trim().replaceAll(/\s+/g, " ")
  if (name === "") return err({ kind: "name-missing" })
  if (name.length > MAX_NAME_LENGTH) return err({ kind: "name-too-long" })
  if (!isPrintable(name)) return err({ kind: "name-unprintable", text: name })
  if (given.signature.kind === "typed") {
    const text = given.signature.text.trim()
    if (text === "") return err({ kind: "signature-missing" })
    if (text.length > MAX_NAME_LENGTH) return err({ kind: "signature-unreadable" })
    if (!isPrintable(text)) return err({ kind: "signature-unprintable", text })
    return ok({ name, signature: { kind: "typed", text } })
  }
  const drawn = readDrawnSignature(given.signature.strokes)
  if (!drawn.ok) return err({ kind: drawn.error === "empty" ? "signature-missing" : "signature-unreadable" })
  return ok({ name, signature: drawn.value })
}
