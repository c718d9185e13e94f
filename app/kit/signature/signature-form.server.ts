import { z } from "zod"
import { readDrawnSignature } from "../../../domain/contracts/drawn-signature.ts"
import type { Signature } from "../../../domain/contracts/evidence.ts"
import { MAX_NAME_LENGTH } from "../../../domain/contracts/signature.ts"

export const signatureShape = {
  kind: z.enum(["typed", "drawn"]).catch("typed"),
  typed: z
    .string()
    .max(MAX_NAME_LENGTH * 2)
    .optional(),
  strokes: z.string().optional(),
}

export const MAX_SIGNED_FORM_BYTES = 256 * 1024

type Sent = { kind: "typed" | "drawn"; typed?: string | undefined; strokes?: string | undefined }

/** An unreadable drawing counts as missing. */
export function toSignature({ kind, typed = "", strokes = "" }: Sent): Signature {
  if (kind === "typed") return { kind, text: typed }
  const drawn = readDrawnSignature(parseJson(strokes))
  return drawn.ok ? drawn.value : { kind, strokes: [] }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
