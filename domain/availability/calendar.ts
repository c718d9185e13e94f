import { type Day, addDays, sortedDays } from "../day.ts"
import { type Stock, type BusyUnit, daysWithoutUnit, isDayFree } from "./units.ts"

export type CustomerDay = "free" | "taken" | "closed" | OutsideWindow

export const DEFAULT_HORIZON_DAYS = 730

export type RentalWindow = { today: Day; noticeDays: number; horizonDays: number | null }

export type ProductCalendar = {
  stock: Stock
  window: RentalWindow
  busyUnits: readonly BusyUnit[]
  blocked: ReadonlySet<Day>
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
  const { window, stock, busyUnits, blocked } = calendar
  const outside = outsideWindow(day, window, stock.preparationBefore)
  if (outside !== "past" && blocked.has(day)) return "closed"
  if (outside !== null) return outside
  return isDayFree(day, stock, busyUnits) ? "free" : "taken"
}

export function unavailableDays(days: readonly Day[], calendar: ProductCalendar): Day[] {
  const unavailable = sortedDays(days).filter((day) => customerDay(day, calendar) !== "free")
  return unavailable.length > 0 ? unavailable : daysWithoutUnit(days, calendar.stock, calendar.busyUnits)
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
