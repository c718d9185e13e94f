import { type Day, type Month, addDays, addMonths, earlier, later, monthOf } from "../day.ts"
import type { RentalWindow } from "./calendar.ts"
import { DEFAULT_HORIZON_DAYS } from "./limits.ts"

export type DisplayedMonth = { month: Month; earliest: Month; latest: Month }

export function displayedMonth(
  { today, horizonDays }: RentalWindow,
  { requested, chosen, own }: { requested: Month | null; chosen?: readonly Day[]; own?: readonly Day[] },
): DisplayedMonth {
  const earliest = monthOf(earlier(own?.[0] ?? today, today))
  const latest = monthOf(addDays(today, horizonDays ?? DEFAULT_HORIZON_DAYS))
  const preferred = requested ?? monthOf(chosen?.[0] ?? today)
  return { month: clampMonth(earliest, preferred, latest), earliest, latest }
}

export function monthWithin(
  { month, months: { earliest, latest } }: { month: Month; months: { earliest: Month; latest: Month } },
  step: number,
): Month {
  return clampMonth(earliest, addMonths(month, step), latest)
}

function clampMonth(earliest: Month, month: Month, latest: Month): Month {
  return later(earliest, earlier(month, latest))
}
