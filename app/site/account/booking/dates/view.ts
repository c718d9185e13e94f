import type { CustomerDay } from "../../../../../domain/availability/calendar.ts"
import type { Day, Month } from "../../../../../domain/day.ts"
import type { RentalPeriod } from "../../../../../domain/rental/rental.ts"

export type RentalChoice = { position: number; productName: string; when: RentalPeriod }

export type DatesView = {
  /** null: all rentals move together. */
  rental: RentalChoice | null
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
