import { z } from "zod"
import { readDrawnSignature } from "../../../domain/contracts/drawn-signature.ts"
import type { Signature } from "../../../domain/contracts/evidence.ts"
import { MAX_NAME_LENGTH } from "../../../domain/contracts/signature.ts"

/** What `SignatureField` sends. */
export const signatureShape = {
  kind: z.enum(["typed", "drawn"]).catch("typed"),
  typed: z
    .string()
    .max(MAX_NAME_LENGTH * 2)
    .optional(),
  strokes: z.string().optional(),
}

/** A drawn signature of 5 000 points is longer than other forms. */
export const MAX_SIGNED_FORM_BYTES = 256 * 1024

type Sent = { kind: "typed" | "drawn"; typed?: string | undefined; strokes?: string | undefined }

/** What cannot be read as a drawing is none: the verb says that a signature is missing. */
export function signatureOf({ kind, typed = "", strokes = "" }: Sent): Signature {
  if (kind === "typed") return { kind, text: typed }
  const drawn = readDrawnSignature(jsonOf(strokes))
  return drawn.ok ? drawn.value : { kind, strokes: [] }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
