import { z } from "zod"
import { isPrintable, unprintableMessage } from "../../domain/content/printable-text.ts"
import { readPostcode } from "../../domain/delivery/postcode.ts"
import { isDay } from "../../domain/day.ts"
import { isId } from "../../domain/id.ts"
import { MAX_WHOLE } from "../../domain/whole-number.ts"

export const idField = z.string().refine(isId)

export function wholeNumber(min = 0, message?: string) {
  return z.coerce.number({ error: message }).int(message).min(min, message).max(MAX_WHOLE, message)
}

export function tooLong(max: number): string {
  return `Ne dépassez pas ${max.toLocaleString("fr-FR")} caractères.`
}

/** A message given to `z.string` would apply to all its checks. */
export function requiredText(missing: string, max: number) {
  return z.string({ error: missing }).trim().min(1, missing).max(max, tooLong(max))
}

export function limitedText(max: number, label?: string) {
  return z
    .string()
    .trim()
    .max(max, `${label ? `${label}\u00a0: ` : ""}${max} caractères au plus`)
}

export function limitedLine(max: number, label?: string) {
  return limitedText(max, label).overwrite((text) => text.replace(/\s*\n\s*/g, " "))
}

export function printableLine(max: number, label?: string) {
  return limitedLine(max, label).refine(isPrintable, { error: ({ input }) => unprintableMessage(String(input)) })
}

export const postcodeField = z
  .string()
  .trim()
  .transform((typed, context) => {
    const postcode = readPostcode(typed)
    if (postcode !== null || typed === "") return postcode ?? ""
    context.addIssue("Le code postal a 5 chiffres")
    return z.NEVER
  })

export function optionalName(max: number) {
  return limitedText(max)
    .refine((text) => !/\p{Cc}/u.test(text), "Une seule ligne.")
    .default("")
}

export function list<Items extends z.ZodType>(items: Items) {
  return z.preprocess((value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]), items)
}

const noPastDay = "Indiquez le jour, au plus tard aujourd’hui."
/** The verb refuses a day to come. */
export const pastDay = z.string({ error: noPastDay }).refine(isDay, noPastDay)

export const ticked = z
  .string()
  .optional()
  .transform((value) => value === "oui")
