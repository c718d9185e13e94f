import { type Day, sortedDays } from "../../../../domain/day.ts"
import { daysLong } from "../../../../domain/day-labels.ts"
import { withElision } from "../../../../domain/of-name.ts"
import type { DayTaker } from "../../../../server/availability/takers.ts"

/** "Occupé par la réservation n° 1012 de Lila Morel et par un panier en cours (samedi 12 juin 2027)."; null when nobody is known. */
export function takerLabel({ days, by }: { days: readonly Day[]; by: readonly DayTaker[] }): string | null {
  if (by.length === 0) return null
  const when = days.length > 0 ? ` (${daysLong(sortedDays(days))})` : ""
  return `Occupé par ${by.map(oneTaker).join(" et par ")}${when}.`
}

function oneTaker(taker: DayTaker): string {
  switch (taker.kind) {
    case "booking":
      return `la réservation n°\u00a0${taker.number} ${withElision(taker.clientName)}`
    case "outside":
      return `une location d’ailleurs (${taker.name})`
    case "cart":
      return "un panier en cours"
    case "closed":
      return taker.reason ? `un blocage (${taker.reason})` : "un blocage"
  }
}
