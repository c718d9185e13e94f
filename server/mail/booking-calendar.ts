import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator"
import { type Day, addDays } from "../../domain/day.ts"
import type { Company } from "./company.ts"
import type { MessageFile } from "./mailer.ts"
import type { CalendarEntry } from "./templates/template.ts"

/**
 * A booking's days as a file for calendars (RFC 5545): an all-day entry for each unbroken run of days. Its UID stays the
 * same in every mail, and its sequence grows with time, so that a later mail corrects the entry instead of adding one.
 */
export function calendarFile({ booking, cancelled }: CalendarEntry, company: Company, at: Date): MessageFile {
  const calendar = ical({
    prodId: { company: company.name, product: "Guinguette", language: "FR" },
    // What is published is put into a calendar; what is cancelled is taken out of it.
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  const host = new URL(company.origin).hostname
  runsOf(booking.days).forEach(({ first, last }, index) => {
    calendar.createEvent({
      id: `reservation-${booking.id}-${index}@${host}`,
      sequence: Math.floor(at.getTime() / 60_000) - SEQUENCE_ORIGIN,
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
  return {
    fileName: `reservation-${booking.number}.ics`,
    contentType: `text/calendar; charset=utf-8; method=${cancelled ? "CANCEL" : "PUBLISH"}`,
    content: Buffer.from(calendar.toString(), "utf8"),
  }
}

/** Minutes since 1970 at the start of 2025: a sequence is a 32-bit number in some calendars. */
const SEQUENCE_ORIGIN = Date.UTC(2025, 0, 1) / 60_000

type Run = { first: Day; last: Day }

function runsOf(days: readonly Day[]): Run[] {
  return [...days].sort().reduce<Run[]>((runs, day) => {
    const run = runs.at(-1)
    if (run && addDays(run.last, 1) === day) return [...runs.slice(0, -1), { ...run, last: day }]
    return [...runs, { first: day, last: day }]
  }, [])
}
