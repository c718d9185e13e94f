import { z } from "zod"
import { MOST_DAYS } from "../../domain/booking/wizard.ts"
import { isDay, sortedDays } from "../../domain/day.ts"

/** What both procedures ask for: a product and days. */
export const productId = z.uuid({ error: "L’identifiant du produit n’est pas valable." })

export const dates = z
  .array(z.string({ error: "Chaque date s’écrit aaaa-mm-jj." }).refine(isDay, "Chaque date s’écrit aaaa-mm-jj."), {
    error: "Donnez une liste de dates.",
  })
  .min(1, "Veuillez sélectionner au moins une date")
  .max(MOST_DAYS, `${MOST_DAYS} jours au plus par réservation`)
  .transform((days) => sortedDays(days))
