import { z } from "zod"
import { isId } from "../../domain/id.ts"
import { daysProblemMessage } from "../../domain/availability/days-problem-message.ts"
import { MAX_RENTAL_DAYS } from "../../domain/availability/limits.ts"
import { isDay, sortedDays } from "../../domain/day.ts"

export const productId = z
  .string({ error: "L’identifiant du produit n’est pas valable." })
  .refine(isId, "L’identifiant du produit n’est pas valable.")

export const dates = z
  .array(z.string({ error: "Chaque date s’écrit aaaa-mm-jj." }).refine(isDay, "Chaque date s’écrit aaaa-mm-jj."), {
    error: "Donnez une liste de dates.",
  })
  .min(1, daysProblemMessage({ kind: "no-days" }))
  .max(MAX_RENTAL_DAYS, daysProblemMessage({ kind: "too-many-days", max: MAX_RENTAL_DAYS }))
  .transform((days) => sortedDays(days))
