import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator"
import { type Day, addDays, sortedDays } from "../../domain/day.ts"

/** What a calendar needs to know of a booking. */
export type CalendarBooking = {
  /** The booking's id, by which a calendar knows an event again. */
  id: string
  /** The number of its contract's version: a later file takes the place of an earlier one. */
  version: number
  number: number
  productName: string
  days: readonly Day[]
  /** Where the machine is delivered or picked up, on one line. */
  place: string
  companyName: string
  /** Of the booking's page; without secrets, since calendars are shared. */
  url: string
  /** When this file is made. */
  at: Date
  cancelled: boolean
}

/**
 * The booking as a file for a calendar (RFC 5545): an event of whole days for each run of days without a gap, so that
 * three Saturdays are three events. Whole days have no zone and never move by an hour. The event's uid is that of the
 * booking and its first day: a file of a later version replaces the event instead of adding another.
 */
export function bookingCalendar(booking: CalendarBooking): string {
  const calendar = ical({
    prodId: { company: oneLine(booking.companyName), product: "Guinguette", language: "FR" },
    method: booking.cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  for (const { first, last } of runsOf(booking.days)) {
    calendar.createEvent({
      id: `${booking.id}-${first}@${new URL(booking.url).hostname}`,
      sequence: booking.version,
      stamp: booking.at,
      allDay: true,
      start: dateOf(first),
      // The end of an event is the first day that is not in it.
      end: dateOf(addDays(last, 1)),
      summary: `${oneLine(booking.productName)} – ${oneLine(booking.companyName)}`,
      description: `Réservation n° ${booking.number}`,
      location: oneLine(booking.place),
      url: booking.url,
      status: booking.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  return calendar.toString()
}

/** Days without a gap between them, the earliest first. */
function runsOf(days: readonly Day[]): { first: Day; last: Day }[] {
  const runs: { first: Day; last: Day }[] = []
  for (const day of sortedDays(days)) {
    const run = runs.at(-1)
    if (run && addDays(run.last, 1) >= day) run.last = day
    else runs.push({ first: day, last: day })
  }
  return runs
}

/** Midnight of the process's own zone, of which the library writes the calendar day. */
function dateOf(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number)
  return new Date(year, month - 1, date)
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim()
}
