import { z } from "zod"
import { type Day, addDays, isDay } from "../../../../domain/day.ts"
import { list } from "../../../http/form-fields.ts"

const MAX_REPAIR_DAYS = 366

/** The bookings that the page said would have no unit any more. */
export const Consent = z.object({ accepte: list(z.array(z.string().max(60)).max(400)) })

const requiredDay = (message: string) =>
  z
    .string({ error: message })
    .refine(isDay, message)
    .transform((day) => day as Day)

export const repairForm = (today: Day) =>
  Consent.extend({
    du: requiredDay("Choisissez le premier jour."),
    au: requiredDay("Choisissez le dernier jour."),
  })
    .refine(({ du }) => du >= today, { path: ["du"], error: "Choisissez aujourd’hui ou un jour à venir." })
    .refine(({ du, au }) => au >= du, { path: ["au"], error: "Le dernier jour ne peut pas précéder le premier." })
    .refine(({ du, au }) => au < addDays(du, MAX_REPAIR_DAYS), { path: ["au"], error: "Un an au plus." })
