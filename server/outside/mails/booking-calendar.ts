import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator"
import { type TimeWindow, instantInParis, legLabels } from "../../../domain/booking/hours.ts"
import { type Leg, legs } from "../../../domain/booking/route.ts"
import { dayRuns } from "../../../domain/calendar/day-runs.ts"
import { type Day, addDays } from "../../../domain/day.ts"
import { periodOfDays, firstDay, lastDay } from "../../../domain/rental/rental.ts"
import type { Company } from "../../shop/content/company.ts"
import type { MessageFile } from "../../platform/mail/mailer.ts"
import type { CalendarEntry } from "./templates/template.ts"

/**
 * A booking's days as a file for calendars (RFC 5545): an all-day entry for each unbroken run of days, and one for each hour that is agreed. Its UID stays the
 * same in every mail, and its sequence grows with time, so that a later mail corrects the entry instead of adding one.
 */
export function calendarFile({ booking, cancelled }: CalendarEntry, company: Company, at: Date): MessageFile {
  const calendar = ical({
    prodId: { company: company.name, product: "Guinguette", language: "FR" },
    // What is published is put into a calendar; what is cancelled is taken out of it.
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  const host = new URL(company.origin).hostname
  dayRuns(booking.days).forEach(({ first, last }, index) => {
    calendar.createEvent({
      id: `reservation-${booking.id}-${index}@${host}`,
      sequence: sequenceAt(at),
      stamp: at,
      // Whole days end with the day after the last (RFC 5545, 3.6.1).
      start: `${first}T00:00:00Z`,
      end: `${addDays(last, 1)}T00:00:00Z`,
      timezone: "UTC",
      allDay: true,
      summary: booking.product,
      description: `Réservation n°\u00a0${booking.number}, ${company.name}`,
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      ...(booking.place ? { location: booking.place } : {}),
    })
  })
  for (const { leg, day, window } of agreedHours(booking)) {
    calendar.createEvent({
      id: `reservation-${booking.id}-${leg}@${host}`,
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

/** The windows in which the equipment leaves on the first day and comes back on the last one. */
function agreedHours({ days, hours }: CalendarEntry["booking"]): { leg: Leg; day: Day; window: TimeWindow }[] {
  const rented = periodOfDays(days)
  return legs.flatMap((leg) => {
    const day = leg === "out" ? firstDay(rented) : lastDay(rented)
    const window = hours?.[leg] ?? null
    return window ? [{ leg, day, window }] : []
  })
}

/** Minutes since 1970 at the start of 2025: a sequence is a 32-bit number in some calendars. */
const SEQUENCE_ORIGIN = Date.UTC(2025, 0, 1) / 60_000

/** What is written later corrects what was written before. */
export function sequenceAt(at: Date): number {
  return Math.floor(at.getTime() / 60_000) - SEQUENCE_ORIGIN
}
