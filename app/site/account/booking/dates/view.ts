import type { CustomerDay } from "../../../../../domain/availability/calendar.ts"
import type { Day, Month } from "../../../../../domain/day.ts"

/** A month of the product in which a customer ticks the days that they would rather have. */
export type DatesView = {
  month: Month
  months: { earliest: Month; latest: Month }
  today: Day
  chosen: readonly Day[]
  /** The days that the booking has now. */
  own: readonly Day[]
  note: string
  days: readonly { day: Day; state: CustomerDay }[]
  /** Chosen days that cannot be had, in whatever month. */
  unavailable: readonly Day[]
}
