import { z } from "zod"
import { type Day, isDay } from "../../../../domain/day.ts"
import type { ProductId } from "../../../../domain/id.ts"
import { type Cents, parseEuros } from "../../../../domain/money.ts"
import { type PromoCodeFields, normalizeCode } from "../../../../domain/pricing/code-terms.ts"
import { idField, list, ticked } from "../../../http/form-fields.ts"

const CODE = /^[A-Z0-9-]{3,20}$/
const codeMessage = "De 3 à 20 lettres, chiffres ou tirets, par exemple ETE-2027."
const dayMessage = "Cette date n’existe pas."
const timesMessage = "Indiquez un nombre de fois, de 1 à 9999, ou rien."
const euros = "Indiquez un montant en euros, par exemple 200."

const optionalDay = z
  .string()
  .trim()
  .refine((text) => text === "" || isDay(text), dayMessage)
  .transform((text): Day | null => (isDay(text) ? text : null))
  .default(null)

const optionalTimes = z
  .string()
  .trim()
  .regex(/^([1-9]\d{0,3})?$/, timesMessage)
  .transform((text) => (text === "" ? null : Number(text)))
  .default(null)

export const PromoCodeForm = z
  .object({
    code: z
      .string({ error: codeMessage })
      .transform(normalizeCode)
      .refine((code) => CODE.test(code), codeMessage),
    unit: z.enum(["percent", "euros"]),
    value: z.string({ error: euros }).trim(),
    bookedFrom: optionalDay,
    bookedTo: optionalDay,
    eventFrom: optionalDay,
    eventTo: optionalDay,
    products: list(z.array(idField)),
    minimumTotal: z.string().trim().default(""),
    maximumUses: optionalTimes,
    maximumUsesEach: optionalTimes,
    isPublished: ticked,
  })
  .transform(({ products, ...fields }, context): PromoCodeFields => {
    const issue = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message })
    const value = readValue(fields)
    if (value === null) issue("value", fields.unit === "percent" ? "Indiquez de 1 à 100." : euros)
    const minimumTotal = fields.minimumTotal === "" ? null : positiveEuros(fields.minimumTotal)
    if (minimumTotal === null && fields.minimumTotal !== "") issue("minimumTotal", euros)
    for (const [from, to] of [["bookedFrom", "bookedTo"] as const, ["eventFrom", "eventTo"] as const])
      if (isReversed(fields[from], fields[to])) issue(to, "Ce jour vient avant le premier.")
    const productIds = products.length > 0 ? (products as ProductId[]) : null
    return { ...fields, productIds, value: value ?? 0, minimumTotal }
  })

function readValue({ unit, value }: { unit: PromoCodeFields["unit"]; value: string }): number | null {
  if (unit === "euros") return positiveEuros(value)
  const percent = /^\d{1,3}$/.test(value) ? Number(value) : 0
  return percent >= 1 && percent <= 100 ? percent : null
}

function positiveEuros(text: string): Cents | null {
  const cents = parseEuros(text)
  return cents !== null && cents > 0 ? cents : null
}

function isReversed(from: Day | null, to: Day | null): boolean {
  return from !== null && to !== null && to < from
}
