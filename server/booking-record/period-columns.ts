import type { Day } from "../../domain/day.ts"
import { type RentalPeriod, firstDay, lastDay, rentalDays } from "../../domain/rental/rental.ts"

export function periodColumns(period: RentalPeriod): { dates: Day[]; firstDay: Day; lastDay: Day } {
  return { dates: [...rentalDays(period)], firstDay: firstDay(period), lastDay: lastDay(period) }
}
