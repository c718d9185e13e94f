import { daysLong } from "../../../../domain/day-labels.ts"
import { withElision } from "../../../../domain/elision.ts"
import type { BookingOnDays } from "../../../../server/availability/booked-days.ts"
import type { Day } from "../../../../domain/day.ts"
import type { Flash } from "../flash.ts"
import { undoable } from "../flash.server.ts"

const MAX_NAMED = 3

export function stillBookedMessage(bookings: readonly BookingOnDays[]): string {
  if (bookings.length === 0) return ""
  return `${bookings.length > 1 ? "Restent réservées" : "Reste réservée"}\u00a0: ${bookingNames(bookings)}.`
}

export function bookedMessage(bookings: readonly BookingOnDays[]): string {
  const [subject, occupy] = bookings.length > 1 ? ["les réservations", "occupent"] : ["la réservation", "occupe"]
  return `Rien n’a été bloqué\u00a0: ${subject} ${bookingNames(bookings)} ${occupy} ces jours.`
}

type DaysChange = {
  eventId: number | null
  participle: "bloqué" | "libéré"
  days: readonly Day[]
  text: string
  bookingsNote?: string
}

export function daysChangedMessage({ eventId, participle, days, text, bookingsNote = "" }: DaysChange): Flash {
  const title = days.length > 1 ? `${days.length} jours ${participle}s` : `Jour ${participle}`
  const details = [`${text}.`, bookingsNote].filter(Boolean).join(" ")
  if (participle === "libéré") return { kind: "success", title, text: details }
  return { kind: "success", title, ...undoable("availability.blocked", eventId, details) }
}

function bookingNames(bookings: readonly BookingOnDays[]): string {
  const first = bookings
    .slice(0, MAX_NAMED)
    .map(({ number, clientName, days }) => `n°\u00a0${number} ${withElision(clientName)} (${daysLong(days)})`)
  const more = bookings.length - first.length
  const others = more > 0 ? [more > 1 ? `${more} autres` : "une autre"] : []
  return new Intl.ListFormat("fr-FR").format([...first, ...others])
}
