import { type Day, addDays, sortedDays } from "../day.ts"
import { withClosedEnds } from "../rental/periods.ts"
import { type Stock, type BusyUnit, daysWithoutUnit, hasFreeUnit, occupiedSpan, unitNumbers } from "./units.ts"

export type CustomerDay = "free" | "taken" | "closed" | OutsideWindow

export const DEFAULT_HORIZON_DAYS = 730

export type RentalWindow = { today: Day; noticeDays: number; horizonDays: number | null }

export type ProductCalendar = {
  stock: Stock
  window: RentalWindow
  busyUnits: readonly BusyUnit[]
  /** Closed days, also those after the last visible one on which a rental would end. */
  blocked: ReadonlySet<Day>
  /** At which a rental day begins (D61). */
  hour: number
}

export type OutsideWindow = "past" | "too-soon" | "too-far"

export function outsideWindow(
  day: Day,
  { today, noticeDays, horizonDays }: RentalWindow,
  preparationDaysBefore: number,
): OutsideWindow | null {
  if (day < today) return "past"
  // Preparation days cannot lie in the past.
  if (day < addDays(today, Math.max(noticeDays, preparationDaysBefore))) return "too-soon"
  return horizonDays !== null && day > addDays(today, horizonDays) ? "too-far" : null
}

export function customerDay(day: Day, calendar: ProductCalendar): CustomerDay {
  const { window, stock, blocked } = calendar
  const outside = outsideWindow(day, window, stock.preparationBefore)
  if (outside !== "past" && blocked.has(day)) return "closed"
  if (outside !== null) return outside
  return isFree(day, calendar) ? "free" : "taken"
}

/** A rental may end on closed days, but nothing is prepared on them. */
function isFree(day: Day, { stock, busyUnits, blocked, hour }: ProductCalendar): boolean {
  const held = withClosedEnds([day], blocked, hour)
  const preparation = held.flatMap((each) => occupiedSpan(each, stock)).filter((each) => !held.includes(each))
  return !preparation.some((each) => blocked.has(each)) && hasFreeUnit(held, stock, busyUnits)
}

export function unavailableDays(days: readonly Day[], calendar: ProductCalendar): Day[] {
  const unavailable = sortedDays(days).filter((day) => customerDay(day, calendar) !== "free")
  return unavailable.length > 0 ? unavailable : daysWithoutWholeUnit(days, calendar)
}

export function daysWithoutWholeUnit(
  days: readonly Day[],
  { stock, busyUnits, blocked, hour }: ProductCalendar,
): Day[] {
  const requested = sortedDays(days)
  const held = withClosedEnds(requested, blocked, hour)
  const closed = [...blocked].filter((day) => !held.includes(day))
  const busy = [...busyUnits, ...closed.flatMap((day) => unitNumbers(stock).map((unit) => ({ unit, day })))]
  // A closed day at the end belongs to the day before it.
  const missing = daysWithoutUnit(held, stock, busy).flatMap((day) => requested.findLast((each) => each <= day) ?? [])
  return sortedDays(missing)
}

export function nearestFreeDays(requested: Day, calendar: ProductCalendar, count = 2, maxDistance = 28): Day[] {
  const distances = Array.from({ length: maxDistance }, (_, index) => index + 1)
  const orderedDistances = [
    ...distances.filter((each) => each % 7 === 0),
    ...distances.filter((each) => each % 7 !== 0),
  ]
  const nearest: Day[] = []
  for (const day of orderedDistances.flatMap((distance) => [
    addDays(requested, -distance),
    addDays(requested, distance),
  ])) {
    if (nearest.length === count) break
    if (customerDay(day, calendar) === "free") nearest.push(day)
  }
  return sortedDays(nearest)
}
