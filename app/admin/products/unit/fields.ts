import { z } from "zod"
import { type Day, addDays, isDay } from "../../../../domain/day.ts"
import { printableLine, wholeNumber } from "../../../http/form-fields.ts"

const MAX_TEXT = 80
const MAX_REPAIR_DAYS = 366

const emptyAsNull = (text: string) => (text === "" ? null : text)

const requiredDay = (message: string) =>
  z
    .string({ error: message })
    .refine(isDay, message)
    .transform((day) => day as Day)

export const UnitForm = z.object({
  label: printableLine(MAX_TEXT).transform(emptyAsNull),
  serialNumber: printableLine(MAX_TEXT).transform(emptyAsNull),
  acquiredOn: z
    .string()
    .refine((day) => day === "" || isDay(day), "Choisissez une date, ou laissez vide.")
    .transform((day) => (day === "" ? null : (day as Day))),
})

export const repairForm = (today: Day) =>
  z
    .object({ du: requiredDay("Choisissez le premier jour."), au: requiredDay("Choisissez le dernier jour.") })
    .refine(({ du }) => du >= today, { path: ["du"], error: "Choisissez aujourd’hui ou un jour à venir." })
    .refine(({ du, au }) => au >= du, { path: ["au"], error: "Le dernier jour ne peut pas précéder le premier." })
    .refine(({ du, au }) => au < addDays(du, MAX_REPAIR_DAYS), { path: ["au"], error: "Un an au plus." })

export const RepairChoice = z.object({ reparation: wholeNumber(1) })
