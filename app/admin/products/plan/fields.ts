import { z } from "zod"
import { parseEuros } from "../../../../domain/money.ts"
import {
  type PlanFieldProblem,
  type PlanFields,
  planFieldProblems,
  planLimits,
  readIncludes,
  readStartTimes,
  readSteps,
} from "../../../../domain/pricing/plan-fields.ts"
import type { RatePlanKind } from "../../../../domain/pricing/rate-plan.ts"
import { limitedLine, list, requiredText, wholeNumber } from "../../../http/form-fields.ts"

const MAX_PRICE = 10_000_000

const whole = (min: number, max: number, message: string) =>
  z
    .string({ error: message })
    .trim()
    .regex(/^\d{1,3}$/, message)
    .transform(Number)
    .refine((number) => number >= min && number <= max, message)

const emptyAs = <Value>(value: Value) => z.literal("").transform(() => value)

const cents = (min: number, message: string) =>
  z
    .string({ error: message })
    .transform(parseEuros)
    .refine((amount) => amount !== null && amount >= min && amount <= MAX_PRICE, message)
    .transform((amount) => amount ?? 0)

/** Text that a reader of the domain turns into its value. */
const parsed = <Value>(read: (text: string) => Value | null, message: string) =>
  z.string({ error: message }).transform((text, context) => {
    const value = read(text)
    if (value !== null) return value
    context.addIssue({ code: "custom", message })
    return z.NEVER
  })

const terms = {
  name: requiredText("Donnez un nom à la formule.", planLimits.name),
  sentence: limitedLine(planLimits.sentence).default(""),
  includes: z
    .string()
    .default("")
    .transform(readIncludes)
    .refine((lines) => lines.length <= planLimits.includes, `${planLimits.includes} lignes au plus.`)
    .refine(
      (lines) => lines.every((line) => line.length <= planLimits.include),
      `Une ligne compte ${planLimits.include} caractères au plus.`,
    ),
  weekdays: list(z.array(wholeNumber(1).max(7)))
    .transform((days) => [...new Set(days)].sort())
    .refine((days) => days.length > 0, "Cochez au moins un jour."),
  minimumNotice: whole(0, 365, "Indiquez de 0 à 365 jours."),
}

const priceMessage = "Le prix est un montant en euros, par exemple 590 ou 89,50."
const daysMessage = `Indiquez de 1 à ${planLimits.days} jours.`
const noMaximum = `Indiquez de 1 à ${planLimits.days} jours, ou rien.`
const hoursMessage = `Indiquez de 1 à ${planLimits.hours} heures.`
const extraHoursMessage = "Indiquez un nombre d’heures, ou 0."
const minutesMessage = "Choisissez une durée."

const problemMessages: Readonly<Record<PlanFieldProblem["kind"], string>> = {
  "below-minimum": "Le maximum est plus petit que le minimum.",
  "beyond-a-day": `La durée et les heures en plus font ${planLimits.hours}\u00a0h au plus.`,
}

/** Rules over several fields. */
function check<Schema extends z.ZodType<PlanFields>>(schema: Schema) {
  return schema.superRefine((plan, context) => {
    for (const { field, kind } of planFieldProblems(plan))
      context.addIssue({ code: "custom", path: [field], message: problemMessages[kind] })
  })
}

const DayForm = z
  .object({
    ...terms,
    steps: parsed(readSteps, "Indiquez des pourcentages de 1 à 200, par exemple 100 %, 50 %, 30 %."),
    minimumDays: whole(1, planLimits.days, daysMessage),
    maximumDays: z.union([emptyAs(null), whole(1, planLimits.days, noMaximum)], noMaximum),
  })
  .transform((fields) => ({ kind: "day" as const, ...fields }))

const FixedForm = z
  .object({ ...terms, days: whole(1, planLimits.days, daysMessage), price: cents(1, priceMessage) })
  .transform((fields) => ({ kind: "fixed" as const, ...fields }))

const HoursForm = z
  .object({
    ...terms,
    hours: whole(1, planLimits.hours, hoursMessage),
    price: cents(1, priceMessage),
    startTimes: parsed(readStartTimes, "Indiquez des heures, par exemple 18\u00a0h, 20\u00a0h\u00a030."),
    extraHourPrice: z.union([emptyAs(null), cents(0, priceMessage)], priceMessage),
    maximumExtraHours: z.union([emptyAs(0), whole(0, planLimits.hours, extraHoursMessage)], extraHoursMessage),
    setUpMinutes: whole(0, 720, minutesMessage),
    takeDownMinutes: whole(0, 720, minutesMessage),
  })
  .refine(({ extraHourPrice, maximumExtraHours }) => maximumExtraHours === 0 || extraHourPrice !== null, {
    path: ["extraHourPrice"],
    message: "Indiquez le prix d’une heure en plus.",
  })
  .transform((fields) => ({ kind: "hours" as const, ...fields, extraHourPrice: fields.extraHourPrice ?? 0 }))

export const planForms: Readonly<Record<RatePlanKind, z.ZodType<PlanFields>>> = {
  day: check(DayForm),
  fixed: check(FixedForm),
  hours: check(HoursForm),
}
