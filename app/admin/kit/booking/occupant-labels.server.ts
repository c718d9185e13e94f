import { timeRangeLabel } from "../../../../domain/calendar/unit-timeline.ts"
import { type Day, sortedDays } from "../../../../domain/day.ts"
import { daysLong } from "../../../../domain/day-labels.ts"
import { withElision } from "../../../../domain/elision.ts"
import type { DayHolder } from "../../../../server/availability/unit-holders.ts"

/** "Occupé par la réservation n° 1012 de Lila Morel et par un panier en cours (…)."; null when unknown. */
export function occupantsLabel({ days, by }: { days: readonly Day[]; by: readonly DayHolder[] }): string | null {
  if (by.length === 0) return null
  const when = days.length > 0 ? ` (${daysLong(sortedDays(days))})` : ""
  return `Occupé par ${by.map(occupantText).join(" et par ")}${when}.`
}

function occupantText(occupant: DayHolder): string {
  switch (occupant.kind) {
    case "booking":
      return `la réservation n°\u00a0${occupant.number} ${withElision(occupant.clientName)}`
    case "outside":
      return `une location d’ailleurs (${occupant.name}${occupant.hours ? `, ${timeRangeLabel(occupant.hours)}` : ""})`
    case "quote":
      return `le devis ${occupant.number}`
    case "cart":
      return "un panier en cours"
    case "repair":
      return "une réparation"
    case "closed":
      return occupant.reason ? `un blocage (${occupant.reason})` : "un blocage"
  }
}
