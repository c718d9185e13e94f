import { daysLong } from "../../../../domain/day-words.ts"
import { withElision } from "../../../../isomorphic/text/of-name.ts"
import type { BookingOnDays } from "../../../../server/availability/booked-days.ts"

const MAX_NAMED = 3

/** Why days were not closed: "Rien n’a été bloqué : la réservation n° 1012 de Lila Morel occupe samedi 12 juin 2027." */
export function bookedWords(bookings: readonly BookingOnDays[]): string {
  const named = bookings
    .slice(0, MAX_NAMED)
    .map(({ number, clientName, days }) => `n°\u00a0${number} ${withElision(clientName)} (${daysLong(days)})`)
  const more = bookings.length - named.length
  const others = more > 0 ? [more > 1 ? `${more} autres` : "une autre"] : []
  const [what, occupy] = bookings.length > 1 ? ["les réservations", "occupent"] : ["la réservation", "occupe"]
  const list = new Intl.ListFormat("fr-FR").format([...named, ...others])
  return `Rien n’a été bloqué\u00a0: ${what} ${list} ${occupy} ces jours.`
}
