import { type DayAction, dayLabel, ownerDayState, dayAction } from "../../../../domain/calendar/owner-day.ts"
import { type Day, monthOf } from "../../../../domain/day.ts"
import type { CalendarCell } from "../../../ui/calendar-day.ts"
import type { OwnerMonthView } from "./view.ts"

export type OwnerCell = CalendarCell & {
  note: string
  reason: string
  press: DayAction["kind"]
}

/** Six weeks, Monday first. */
export function ownerWeeks(
  view: OwnerMonthView,
  units: number,
  dayHref: (day: Day, booking: string | null) => string,
): OwnerCell[][] {
  const cells = view.days.map(({ day, facts }): OwnerCell => {
    const press = dayAction(day, facts, view.today)
    const state = ownerDayState(facts)
    const past = press.kind === "nothing" && state === "available"
    const { word, shortWord, note, label } = dayLabel(day, facts, units)
    return {
      day: Number(day.slice(8)),
      iso: day,
      outside: monthOf(day) !== view.month,
      today: day === view.today,
      state: past ? "past" : state,
      word: past ? "passé" : word,
      ...(past ? {} : { shortWord }),
      note,
      reason: facts.blocked ? (facts.blockedReason ?? "") : "",
      label: past ? label.replace("libre", "passé") : label,
      press: press.kind,
      ...(press.kind === "open-booking" ? { href: dayHref(day, press.id) } : {}),
      ...(press.kind === "choose-booking" ? { href: dayHref(day, null) } : {}),
    }
  })
  return Array.from({ length: 6 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}
