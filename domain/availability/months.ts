import { type Day, type Month, addDays, addMonths, earlier, later, monthOf } from "../day.ts"
import { type RentalWindow, DEFAULT_HORIZON_DAYS } from "./calendar.ts"

export type ShownMonth = { month: Month; earliest: Month; latest: Month }

/**
 * The month that a calendar of rental days shows, and how far it turns: from this month, or that of a booking's `own`
 * first day, to the end of the rental window. The month asked for, else that of the first chosen day, else this one.
 */
export function monthToShow(
  { today, horizonDays }: RentalWindow,
  { asked, chosen, own }: { asked: Month | null; chosen?: readonly Day[]; own?: readonly Day[] },
): ShownMonth {
  const earliest = monthOf(earlier(own?.[0] ?? today, today))
  const latest = monthOf(addDays(today, horizonDays ?? DEFAULT_HORIZON_DAYS))
  const wanted = asked ?? monthOf(chosen?.[0] ?? today)
  return { month: between(earliest, wanted, latest), earliest, latest }
}

/** The month so many further on, or the last one on that side that can be shown. */
export function monthWithin(
  { month, months: { earliest, latest } }: { month: Month; months: { earliest: Month; latest: Month } },
  step: number,
): Month {
  return between(earliest, addMonths(month, step), latest)
}

function between(earliest: Month, wanted: Month, latest: Month): Month {
  return later(earliest, earlier(wanted, latest))
}
