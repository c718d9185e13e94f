import { z } from "zod"
import { isPrintable, unprintableText } from "../../domain/content/printable-text.ts"
import { isId } from "../../domain/id.ts"
import { MAX_WHOLE } from "../../domain/whole-number.ts"

/** The id of a row. */
export const idField = z.string().refine(isId)

/** A whole number that a column holds. */
export function wholeNumber(min = 0, message?: string) {
  return z.coerce.number({ error: message }).int(message).min(min, message).max(MAX_WHOLE, message)
}

export function tooLong(max: number): string {
  return `Ne dépassez pas ${max.toLocaleString("fr-FR")} caractères.`
}

/** Text that is missing, or too long: a message given to `z.string` would be that of all its checks. */
export function requiredText(missing: string, max: number) {
  return z.string({ error: missing }).trim().min(1, missing).max(max, tooLong(max))
}

/** Text of so many characters at most, without the spaces around it. `what`: the field's name, for a list of errors. */
export function textUpTo(max: number, what?: string) {
  return z
    .string()
    .trim()
    .max(max, `${what ? `${what}\u00a0: ` : ""}${max} caractères au plus`)
}

/** Text on one line: a line end, which no field shows, is a space. */
export function lineUpTo(max: number, what?: string) {
  return textUpTo(max, what).overwrite((text) => text.replace(/\s*\n\s*/g, " "))
}

/** Text on one line that stands in documents. */
export function printedLine(max: number, what?: string) {
  return lineUpTo(max, what).refine(isPrintable, { error: ({ input }) => unprintableText(String(input)) })
}

/** A name of one line, which may be left out. */
export function nameUpTo(max: number) {
  return textUpTo(max)
    .refine((text) => !/\p{Cc}/u.test(text), "Une seule ligne.")
    .default("")
}

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
