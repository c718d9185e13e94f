import { daysLong } from "../../../../domain/day-labels.ts"
import { withElision } from "../../../../domain/elision.ts"
import type { BookingOnDays } from "../../../../server/availability/booked-days.ts"

const MAX_NAMED = 3

export function stillBookedMessage(bookings: readonly BookingOnDays[]): string {
  if (bookings.length === 0) return ""
  return `${bookings.length > 1 ? "Restent réservées" : "Reste réservée"}\u00a0: ${bookingNames(bookings)}.`
}

export function bookedMessage(bookings: readonly BookingOnDays[]): string {
  const [subject, occupy] = bookings.length > 1 ? ["les réservations", "occupent"] : ["la réservation", "occupe"]
  return `Rien n’a été bloqué\u00a0: ${subject} ${bookingNames(bookings)} ${occupy} ces jours.`
}

function bookingNames(bookings: readonly BookingOnDays[]): string {
  const first = bookings
    .slice(0, MAX_NAMED)
    .map(({ number, clientName, days }) => `n°\u00a0${number} ${withElision(clientName)} (${daysLong(days)})`)
  const more = bookings.length - first.length
  const others = more > 0 ? [more > 1 ? `${more} autres` : "une autre"] : []
  return new Intl.ListFormat("fr-FR").format([...first, ...others])
}
