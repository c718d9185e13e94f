import type { CustomerDay } from "../../../../../domain/availability/calendar.ts"
import type { Day, Month } from "../../../../../domain/day.ts"
import type { BookedPlan } from "../../../../../domain/pricing/rate-plan.ts"
import type { BookedDates } from "../../../../../domain/rental/rental-times.ts"

export type RentalChoice = { position: number; productName: string; when: BookedDates }

export type DatesView = {
  /** null: all rentals move together. */
  rental: RentalChoice | null
  /** The rentals that move have plans of one kind; null is whole days at the daily price. */
  plans: readonly (BookedPlan | null)[]
  month: Month
  months: { earliest: Month; latest: Month }
  today: Day
  chosen: readonly Day[]
  own: readonly Day[]
  note: string
  days: readonly { day: Day; state: CustomerDay }[]
  /** In any month, not only the displayed one. */
  unavailable: readonly Day[]
}
