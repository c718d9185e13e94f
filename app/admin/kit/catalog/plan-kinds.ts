import type { RatePlanKind } from "../../../../domain/pricing/rate-plan.ts"

/** In the place of the id of a plan that is not stored yet. */
export const planAddresses: Readonly<Record<RatePlanKind, string>> = {
  day: "journee",
  fixed: "duree",
  hours: "heures",
}

export const planKindLabels: Readonly<Record<RatePlanKind, string>> = {
  day: "À la journée, par paliers",
  fixed: "Durée fixe (week-end)",
  hours: "À l’heure",
}
