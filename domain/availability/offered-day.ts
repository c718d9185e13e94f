import type { ClockTime } from "../clock.ts"
import type { Day } from "../day.ts"
import { type RatePlan, everyWeekday } from "../pricing/rate-plan.ts"
import { type CustomerDay, type ProductCalendar, freeExtraHours, planDay } from "./calendar.ts"
import { type DayPart, partOfDay } from "./day-part.ts"

export type OfferedDay = {
  day: Day
  state: CustomerDay
  part: DayPart | null
  /** `extraHours` is the most that can be had; null where the start is gone. */
  starts: readonly { time: ClockTime; extraHours: number | null }[]
}

export function findOfferedDay(
  { days, chosenDay }: { days: readonly OfferedDay[]; chosenDay: OfferedDay | null },
  day: Day,
): OfferedDay | null {
  return days.find((each) => each.day === day) ?? (chosenDay?.day === day ? chosenDay : null)
}

export function offerDay(day: Day, calendar: ProductCalendar, plan: RatePlan): OfferedDay {
  // A later day of a rental by the day may fall on any weekday; `bookPlan` refuses a wrong first day.
  const { state, starts } = planDay(day, calendar, plan.kind === "day" ? { ...plan, weekdays: everyWeekday } : plan)
  return {
    day,
    state,
    part: partOfDay(starts),
    starts: starts.map(({ time, isFree }) => ({
      time,
      extraHours: isFree && plan.kind === "hours" ? freeExtraHours(day, calendar, plan, time) : null,
    })),
  }
}
