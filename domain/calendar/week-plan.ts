import { type Day, addDays, eachDay, sortedDays } from "../day.ts"

/** A confirmed booking with the days on which its machine is made ready, before and after. */
export type PlannedBooking = { dates: readonly Day[]; preparation: readonly Day[] }

/** What one day asks of the owner. */
export type PlannedDay<Booking extends PlannedBooking> = {
  day: Day
  /** Machines that leave, on the first day of a stretch. */
  departures: Booking[]
  /** Machines that come back, on the last day of a stretch. */
  returns: Booking[]
  /** Machines that are out, on the day they leave and come back as well. */
  out: Booking[]
  /** Machines that are made ready. */
  preparing: Booking[]
}

/** First and last day of each unbroken run of days: a rental of two Saturdays leaves and comes back twice. */
export function stretches(days: Iterable<Day>): { from: Day; to: Day }[] {
  const runs: { from: Day; to: Day }[] = []
  for (const day of sortedDays(days)) {
    const last = runs.at(-1)
    if (last && day === addDays(last.to, 1)) last.to = day
    else runs.push({ from: day, to: day })
  }
  return runs
}

/** Departures, returns, rentals and preparation of each day from one day to another. */
export function weekPlan<Booking extends PlannedBooking>(
  bookings: readonly Booking[],
  from: Day,
  to: Day,
): PlannedDay<Booking>[] {
  const runs = bookings.map((booking) => ({ booking, stretches: stretches(booking.dates) }))
  const withRun = (has: (run: { from: Day; to: Day }) => boolean) =>
    runs.filter(({ stretches }) => stretches.some(has)).map(({ booking }) => booking)
  return eachDay(from, to).map((day) => ({
    day,
    departures: withRun((run) => run.from === day),
    returns: withRun((run) => run.to === day),
    out: bookings.filter(({ dates }) => dates.includes(day)),
    preparing: bookings.filter(({ preparation }) => preparation.includes(day)),
  }))
}
