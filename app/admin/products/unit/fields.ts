import { z } from "zod"
import { type Day, isDay } from "../../../../domain/day.ts"
import { printableLine, wholeNumber } from "../../../http/form-fields.ts"

const MAX_TEXT = 80

const emptyAsNull = (text: string) => (text === "" ? null : text)

export const UnitForm = z.object({
  label: printableLine(MAX_TEXT).transform(emptyAsNull),
  serialNumber: printableLine(MAX_TEXT).transform(emptyAsNull),
  acquiredOn: z
    .string()
    .refine((day) => day === "" || isDay(day), "Choisissez une date, ou laissez vide.")
    .transform((day) => (day === "" ? null : (day as Day))),
})

export const RepairChoice = z.object({ reparation: wholeNumber(1) })
