import { hourInLabel, timeInParis } from "../../../../domain/clock.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { dayWithWeekday } from "../../../../domain/day-labels.ts"
import type { TimeConflict } from "../../../../server/availability/agreed-hours.ts"

export function conflictText({ leg, unit, holder, from, until }: TimeConflict): string {
  const moment = new Date(leg === "out" ? until : from)
  const when = `${leg === "out" ? "jusqu’au" : "dès le"} ${dayWithWeekday(dayInParis(moment))}, ${hourInLabel(timeInParis(moment))}`
  return `L’exemplaire ${unit} est ${holderText(holder)} ${when}. Rien n’est changé.`
}

function holderText(holder: TimeConflict["holder"]): string {
  switch (holder.kind) {
    case "booking":
      return `pris par la réservation n°\u00a0${holder.number}`
    case "repair":
      return "en réparation"
    case "hold":
      return "gardé dans un panier"
    case "quote":
      return "gardé pour un devis"
    case "outside":
      return "pris par un autre agenda"
  }
}
