import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator"
import { legLabels } from "../../../domain/booking/hours.ts"
import { type TimeWindow, instantInParis } from "../../../domain/clock.ts"
import { type Leg, legs } from "../../../domain/booking/route.ts"
import { type Day, addDays } from "../../../domain/day.ts"
import { firstDay, lastDay, periodOfDays } from "../../../domain/rental/rental.ts"
import { rentedStretches } from "../../../domain/rental/rented-stretches.ts"
import type { Company } from "../../shop/content/company.ts"
import type { MessageFile } from "../../platform/mail/mailer.ts"
import { rentalsIn } from "./templates/booking-parts.tsx"
import type { CalendarEntry } from "./templates/template.ts"

/** Stable UIDs and growing sequences let a later mail correct the entry (RFC 5545). */
export function buildCalendarFile({ booking, cancelled }: CalendarEntry, company: Company, at: Date): MessageFile {
  const calendar = ical({
    prodId: { company: company.name, product: "Guinguette", language: "FR" },
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  const host = new URL(company.origin).hostname
  rentedStretches(rentalsIn(booking)).forEach(({ first, last, productName, times }, index) => {
    calendar.createEvent({
      id: `reservation-${booking.id}-${index}@${host}`,
      sequence: sequenceAt(at),
      stamp: at,
      ...(times
        ? { start: new Date(times.from), end: new Date(times.until) }
        : // The end day is exclusive (RFC 5545, 3.6.1).
          { start: `${first}T00:00:00Z`, end: `${addDays(last, 1)}T00:00:00Z`, timezone: "UTC", allDay: true }),
      summary: productName,
      description: `Réservation n°\u00a0${booking.number}, ${company.name}`,
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      ...(booking.place ? { location: booking.place } : {}),
    })
  })
  const handovers = listHandovers(booking)
  for (const [index, { leg, day, window }] of handovers.entries()) {
    const earlier = handovers.slice(0, index).filter((each) => each.leg === leg).length
    calendar.createEvent({
      id: `reservation-${booking.id}-${leg}${earlier > 0 ? `-${earlier}` : ""}@${host}`,
      sequence: sequenceAt(at),
      stamp: at,
      start: instantInParis(day, window.from),
      end: instantInParis(day, window.to),
      summary: `${legLabels(booking)[leg]}\u00a0: ${booking.product}`,
      description: `Réservation n°\u00a0${booking.number}, ${company.name}`,
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      ...(booking.place ? { location: booking.place } : {}),
    })
  }
  return {
    fileName: `reservation-${booking.number}.ics`,
    contentType: `text/calendar; charset=utf-8; method=${cancelled ? "CANCEL" : "PUBLISH"}`,
    content: Buffer.from(calendar.toString(), "utf8"),
  }
}

type Handover = { leg: Leg; day: Day; window: TimeWindow }

function listHandovers({ days, hours, stops }: CalendarEntry["booking"]): Handover[] {
  if (stops) return stops.flatMap(({ window, ...stop }) => (window ? [{ ...stop, window }] : []))
  const period = periodOfDays(days)
  return legs.flatMap((leg) => {
    const day = leg === "out" ? firstDay(period) : lastDay(period)
    const window = hours?.[leg] ?? null
    return window ? [{ leg, day, window }] : []
  })
}

const SEQUENCE_ORIGIN = Date.UTC(2025, 0, 1) / 60_000

export function sequenceAt(at: Date): number {
  return Math.floor(at.getTime() / 60_000) - SEQUENCE_ORIGIN
}
