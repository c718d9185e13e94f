import { z } from "zod"
import { isId } from "../../domain/id.ts"

/** The id of a row. */
export const idField = z.string().refine(isId)

/**
 * A field that may come any number of times: `list(z.array(idField).max(500))`. Every other field comes once, and one
 * that came twice is refused.
 */
export function list<Items extends z.ZodType>(items: Items) {
  return z.preprocess((value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]), items)
}

/** A tickbox whose value is "oui": true or false. */
export const ticked = z
  .string()
  .optional()
  .transform((value) => value === "oui")
