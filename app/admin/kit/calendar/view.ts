import type { ProductId } from "../../../../domain/id.ts"
import type { DayFacts } from "../../../../domain/calendar/owner-day.ts"
import type { Day, Month } from "../../../../domain/day.ts"

export type PickedProduct = { id: ProductId; name: string; isActive: boolean; units: number }

export type OwnerMonthView = {
  month: Month
  today: Day
  days: readonly { day: Day; facts: DayFacts }[]
}
